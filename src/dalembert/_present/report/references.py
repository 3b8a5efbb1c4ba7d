"""Literature on the methods: one line each, cited where the method was used. Titles are not translated."""

from __future__ import annotations

REFERENCES = {
    "lagrange": "J. L. Lagrange: Mécanique analytique. Desaint, Paris, 1788.",
    "mechanics": (
        "H. Goldstein, C. P. Poole, J. L. Safko: Classical Mechanics. 3rd edition, Addison-Wesley, 2002."
    ),
    "rayleigh": (
        "Lord Rayleigh (J. W. Strutt): Some general theorems relating to vibrations. Proceedings of the"
        " London Mathematical Society s1-4 (1873) 357–368."
    ),
    "casadi": (
        "J. A. E. Andersson, J. Gillis, G. Horn, J. B. Rawlings, M. Diehl: CasADi: a software framework"
        " for nonlinear optimization and optimal control. Mathematical Programming Computation 11 (2019)"
        " 1–36."
    ),
    "sigma": (
        "J. D. Pryce: A simple structural analysis method for DAEs. BIT Numerical Mathematics 41 (2001)"
        " 364–394."
    ),
    "dulmage": (
        "A. L. Dulmage, N. S. Mendelsohn: Coverings of bipartite graphs. Canadian Journal of Mathematics"
        " 10 (1958) 517–534."
    ),
    "projection": (
        "E. Eich: Convergence results for a coordinate projection method applied to mechanical systems"
        " with algebraic constraints. SIAM Journal on Numerical Analysis 30 (1993) 1467–1482."
    ),
    "rk54": (
        "J. R. Dormand, P. J. Prince: A family of embedded Runge-Kutta formulae. Journal of Computational"
        " and Applied Mathematics 6 (1980) 19–26."
    ),
    "rk853": (
        "E. Hairer, S. P. Nørsett, G. Wanner: Solving Ordinary Differential Equations I: Nonstiff"
        " Problems. 2nd edition, Springer, Berlin, 1993."
    ),
    "exponential": (
        "C. F. Van Loan: Computing integrals involving the matrix exponential. IEEE Transactions on Automatic"
        " Control 23 (1978) 395–404."
    ),
    "slices": (
        "K. Ozaki, T. Ogita, S. Oishi, S. M. Rump: Error-free transformations of matrix multiplication by"
        " using fast routines of matrix multiplication and its applications. Numerical Algorithms 59 (2012)"
        " 95–118."
    ),
    "radau": (
        "E. Hairer, G. Wanner: Solving Ordinary Differential Equations II: Stiff and"
        " Differential-Algebraic Problems. 2nd edition, Springer, Berlin, 1996."
    ),
    "newmark": (
        "N. M. Newmark: A method of computation for structural dynamics. Journal of the Engineering"
        " Mechanics Division (ASCE) 85 (EM3) (1959) 67–94."
    ),
    "galpha": (
        "J. Chung, G. M. Hulbert: A time integration algorithm for structural dynamics with improved"
        " numerical dissipation: the generalized-α method. Journal of Applied Mechanics 60 (1993) 371–375."
    ),
    "galpha_dae": (
        "M. Arnold, O. Brüls: Convergence of the generalized-α scheme for constrained mechanical systems."
        " Multibody System Dynamics 18 (2007) 185–202."
    ),
    "rattle": (
        "H. C. Andersen: RATTLE: a “velocity” version of the SHAKE algorithm for molecular dynamics"
        " calculations. Journal of Computational Physics 52 (1983) 24–34."
    ),
    "moreau": (
        "J. J. Moreau: Unilateral contact and dry friction in finite freedom dynamics. In: J. J. Moreau,"
        " P. D. Panagiotopoulos (eds.): Nonsmooth Mechanics and Applications, CISM Courses and Lectures 302,"
        " Springer, Wien, 1988, 1–82."
    ),
    "jean": (
        "M. Jean: The non-smooth contact dynamics method. Computer Methods in Applied Mechanics and"
        " Engineering 177 (1999) 235–257."
    ),
    "cvodes": (
        "A. C. Hindmarsh, P. N. Brown, K. E. Grant, S. L. Lee, R. Serban, D. E. Shumaker, C. S. Woodward:"
        " SUNDIALS: suite of nonlinear and differential/algebraic equation solvers. ACM Transactions on"
        " Mathematical Software 31 (2005) 363–396."
    ),
    "scipy": (
        "P. Virtanen et al.: SciPy 1.0: fundamental algorithms for scientific computing in Python. Nature"
        " Methods 17 (2020) 261–272."
    ),
    "contact": "F. Pfeiffer, C. Glocker: Multibody Dynamics with Unilateral Contacts. Wiley, New York, 1996.",
    "hunt_crossley": (
        "K. H. Hunt, F. R. E. Crossley: Coefficient of restitution interpreted as damping in vibroimpact."
        " Journal of Applied Mechanics 42 (1975) 440–445."
    ),
    "events": (
        "J. P. Boyd: Solving Transcendental Equations: The Chebyshev Polynomial Proxy and Other Numerical"
        " Rootfinders, Perturbation Series, and Oracles. SIAM, Philadelphia, 2014."
    ),
}
