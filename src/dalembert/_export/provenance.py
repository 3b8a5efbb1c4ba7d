"""When and with which programs a result was made."""

from datetime import UTC, datetime


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def version_of(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # slow to import, needed here only

    try:
        return version(package)
    except PackageNotFoundError:
        return ""
