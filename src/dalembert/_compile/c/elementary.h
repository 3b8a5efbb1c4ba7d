/* Sine, cosine and powers from sums and products alone: one number (@REAL@ = double) or several at once give the same
   bits, on every machine. The text stands in a library twice, with other names.

   x = n pi/2 + r with |r| <= pi/4, pi/2 as a sum of three numbers of which n times the first two is exact; then Taylor's
   series of r, with what rounding took from it. Less than one unit in the last place off where |x| < ELEMENTARY_MOST. */
#ifndef DALEMBERT_ELEMENTARY
#define DALEMBERT_ELEMENTARY
#define ELEMENTARY_MOST 1e6
#define ELEMENTARY_SHIFT 6755399441055744.0 /* 3/2 2^52: a number added to it is rounded to an integer, in its last bits */

DALEMBERT_FUNCTION long long bits_of(double x)
{
    union { double number; long long bits; } both;
    both.number = x;
    return both.bits;
}

DALEMBERT_FUNCTION double number_of(long long bits)
{
    union { double number; long long bits; } both;
    both.bits = bits;
    return both.number;
}

DALEMBERT_FUNCTION long long less_than(double a, double b)
{
    return -(long long)(a < b);
}
#endif

/* a where a mask has ones, b where it has zeros. */
DALEMBERT_FUNCTION @REAL@ either@SUFFIX@(@MASK@ mask, @REAL@ a, @REAL@ b)
{
    return number_of@SUFFIX@((mask & bits_of@SUFFIX@(a)) | (~mask & bits_of@SUFFIX@(b)));
}

/* sin(x + turns pi/2) of small x. */
DALEMBERT_FUNCTION @REAL@ sine_after@SUFFIX@(@REAL@ x, long long turns)
{
    const @REAL@ shifted = x * 0.6366197723675814 + ELEMENTARY_SHIFT, n = shifted - ELEMENTARY_SHIFT;
    const @MASK@ quarter = bits_of@SUFFIX@(shifted) + turns, odd = -(quarter & 1);
    const @REAL@ near = x - n * 1.5707963267341256, part = n * 6.077100506303966e-11, rest = near - part;
    const @REAL@ small = n * 2.0222662487959506e-21 - ((near - rest) - part), r = rest - small, tail = (rest - r) - small;
    const @REAL@ z = r * r, half = 0.5 * z, one = 1.0 - half;
    const @REAL@ s = -0.16666666666666666 + z * (0.008333333333333333 + z * (-0.0001984126984126984 +
                     z * (2.7557319223985893e-06 + z * (-2.505210838544172e-08 + z * (1.6059043836821613e-10 +
                     z * (-7.647163731819816e-13 + z * 2.8114572543455206e-15))))));
    const @REAL@ c = 0.041666666666666664 + z * (-0.001388888888888889 + z * (2.48015873015873e-05 +
                     z * (-2.755731922398589e-07 + z * (2.08767569878681e-09 + z * (-1.1470745597729725e-11 +
                     z * 4.779477332387385e-14)))));
    const @REAL@ sine = r + (z * r * s + tail * one), cosine = one + (((1.0 - one) - half) + (z * z * c - r * tail));
    return number_of@SUFFIX@(bits_of@SUFFIX@(either@SUFFIX@(odd, cosine, sine)) ^ ((quarter & 2) << 62));
}

/* x^y of positive x to nine digits: more than a choice of steps needs. With x = 2^e m, sqrt(1/2) <= m < sqrt(2),
   log m = 2 artanh((m - 1)/(m + 1)), and 2^z = 2^n exp(r log 2), n being the integer next to z. */
DALEMBERT_FUNCTION @REAL@ power_of@SUFFIX@(@REAL@ x, double y)
{
    const @MASK@ bits = bits_of@SUFFIX@(x), low = (bits & 0xfffffffffffffLL) | 0x3ff0000000000000LL;
    const @REAL@ m = number_of@SUFFIX@(low);
    const @MASK@ above = less_than@SUFFIX@(1.4142135623730951 - (m - m), m);
    const @REAL@ mantissa = either@SUFFIX@(above, 0.5 * m, m);
    /* the exponent, an integer, from the last bits of a shifted number */
    const @MASK@ raised = (((bits >> 52) & 0x7ff) - above) + 0x4338000000000000LL;
    const @REAL@ exponent = (number_of@SUFFIX@(raised) - ELEMENTARY_SHIFT) - 1023.0;
    const @REAL@ f = (mantissa - 1.0) / (mantissa + 1.0), g = f * f;
    const @REAL@ series = f * (1.0 + g * (0.3333333333333333 + g * (0.2 + g * (0.14285714285714285 +
                          g * (0.1111111111111111 + g * 0.09090909090909091)))));
    const @REAL@ z = y * (exponent + 2.8853900817779268 * series), shifted = z + ELEMENTARY_SHIFT;
    const @REAL@ r = (z - (shifted - ELEMENTARY_SHIFT)) * 0.6931471805599453;
    const @REAL@ e = 1.0 + r * (1.0 + r * (0.5 + r * (0.16666666666666666 + r * (0.041666666666666664 +
                     r * (0.008333333333333333 + r * (0.001388888888888889 + r * (0.0001984126984126984 +
                     r * 2.48015873015873e-05)))))));
    return number_of@SUFFIX@(bits_of@SUFFIX@(e) + (bits_of@SUFFIX@(shifted) << 52));
}
