"""The windows of a spectrum by name."""

# w_n = Σ_k (−1)^k a_k cos(2πkn/N): sums of cosines over one period.
WINDOWS: dict[str, tuple[float, ...]] = {
    "rectangular": (1.0,),
    "hann": (0.5, 0.5),
    "hamming": (0.54, 0.46),
    "blackman": (0.42, 0.5, 0.08),
    "flattop": (0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368),
}
