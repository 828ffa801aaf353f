"""Draw cost against size: a log-log plot as SVG, without a plotting library."""

from __future__ import annotations

from html import escape
from math import ceil, floor, log10
from pathlib import Path

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 760, 440, 80, 50, 210, 60
COLOURS = ("#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#d68910", "#34495e", "#16a085", "#7f8c8d")


def curve(
    path: Path | str, title: str, series: dict[str, list[tuple[float, float]]], xlabel: str, ylabel: str
) -> None:
    """Write curves to an SVG file, both axes logarithmic.

    Args:
        path: The file to write.
        title: The title of the plot.
        series: The points `(x, y)` of each curve, by name; all positive.
        xlabel: The label of the x axis, with its unit.
        ylabel: The label of the y axis, with its unit.

    Raises:
        ValueError: If there are no points, or one has no logarithm.
    """
    points = [point for curve_points in series.values() for point in curve_points]
    if not points or min(min(point) for point in points) <= 0:
        raise ValueError("a log-log plot needs points, all of them positive")
    (x0, x1), (y0, y1) = (_decades([point[axis] for point in points]) for axis in (0, 1))

    def place(x: float, y: float) -> tuple[float, float]:
        across = (log10(x) - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT)
        up = (log10(y) - y0) / (y1 - y0) * (HEIGHT - TOP - BOTTOM)
        return LEFT + across, HEIGHT - BOTTOM - up

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" '
        'font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="25" font-size="15">{escape(title)}</text>',
    ]
    for decade in range(x0, x1 + 1):
        x, _ = place(10.0**decade, 10.0**y0)
        lines.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#ddd"/>')
        lines.append(
            f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{_power(decade)}</text>'
        )
    for decade in range(y0, y1 + 1):
        _, y = place(10.0**x0, 10.0**decade)
        lines.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        lines.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{_power(decade)}</text>')
    for number, (name, curve_points) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        placed = [place(*point) for point in sorted(curve_points)]
        way = "L".join(f"{x:.1f} {y:.1f}" for x, y in placed)
        lines.append(f'<path d="M{way}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in placed]
        y = TOP + 10 + 20 * number
        lines.append(f'<rect x="{WIDTH - RIGHT + 15}" y="{y - 9}" width="12" height="12" fill="{colour}"/>')
        lines.append(f'<text x="{WIDTH - RIGHT + 33}" y="{y + 1}">{escape(name)}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    lines.append(f'<text x="{middle}" y="{HEIGHT - 15}" text-anchor="middle">{escape(xlabel)}</text>')
    lines.append(
        f'<text transform="translate(20 {(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">'
        f"{escape(ylabel)}</text>"
    )
    Path(path).write_text("\n".join([*lines, "</svg>"]) + "\n", encoding="utf-8")


def _decades(values: list[float]) -> tuple[int, int]:
    """Return the powers of ten below and above some values, which always differ."""
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    return low, max(high, low + 1)


def _power(decade: int) -> str:
    return f'10<tspan dy="-5" font-size="9">{decade}</tspan>'
