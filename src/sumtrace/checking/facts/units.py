"""Units of measure, currencies and scales, each with its dimension and its size in the dimension's base unit."""

from __future__ import annotations

SCALES = {
    "hundred": 1e2,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "trillion": 1e12,
    "dozen": 12.0,
    "k": 1e3,
    "m": 1e6,
    "mn": 1e6,
    "bn": 1e9,
    "b": 1e9,
    "tn": 1e12,
}
"""Words and, behind digits, letters that multiply a number."""

SCALE_LETTERS = frozenset(["k", "m", "mn", "bn", "b", "tn"])

_DAY = 86_400.0
_YEAR = 365.25 * _DAY

_UNITS: dict[str, tuple[str, float]] = {
    "second seconds sec secs": ("time", 1.0),
    "minute minutes min mins": ("time", 60.0),
    "hour hours hr hrs": ("time", 3600.0),
    "day days": ("time", _DAY),
    "week weeks": ("time", 7 * _DAY),
    "fortnight fortnights": ("time", 14 * _DAY),
    "month months": ("time", _YEAR / 12),
    "year years yr yrs": ("time", _YEAR),
    "decade decades": ("time", 10 * _YEAR),
    "century centuries": ("time", 100 * _YEAR),
    "millimetre millimetres millimeter millimeters mm": ("length", 0.001),
    "centimetre centimetres centimeter centimeters cm": ("length", 0.01),
    "metre metres meter meters": ("length", 1.0),
    "kilometre kilometres kilometer kilometers km kms": ("length", 1000.0),
    "inch inches": ("length", 0.0254),
    "foot feet ft": ("length", 0.3048),
    "yard yards": ("length", 0.9144),
    "mile miles": ("length", 1609.344),
    "gram grams gramme grammes": ("mass", 0.001),
    "kilo kilos kilogram kilograms kg kgs": ("mass", 1.0),
    "tonne tonnes": ("mass", 1000.0),
    "ton tons": ("ton", 1.0),
    "lb lbs": ("mass", 0.45359237),
    "ounce ounces oz": ("mass", 0.0283495),
    "litre litres liter liters": ("volume", 1.0),
    "millilitre millilitres milliliter milliliters ml": ("volume", 0.001),
    "gallon gallons": ("gallon", 1.0),
    "acre acres": ("area", 4046.856),
    "hectare hectares": ("area", 10_000.0),
    "mph": ("speed", 1.609344),
    "kph km/h kmh": ("speed", 1.0),
    "degree degrees": ("degrees", 1.0),
    "watt watts": ("power", 1.0),
    "kilowatt kilowatts kw": ("power", 1e3),
    "megawatt megawatts mw": ("power", 1e6),
    "gigawatt gigawatts gw": ("power", 1e9),
    "megabyte megabytes mb": ("bytes", 1e6),
    "gigabyte gigabytes gb": ("bytes", 1e9),
    "terabyte terabytes tb": ("bytes", 1e12),
    "% percent percentage pc": ("percent", 1.0),
    "times": ("times", 1.0),
    "dollar dollars": ("money:USD", 1.0),
    "cent cents": ("money:USD", 0.01),
    "pound pounds": ("money:GBP", 1.0),
    "penny pence": ("money:GBP", 0.01),
    "euro euros": ("money:EUR", 1.0),
    "yen": ("money:JPY", 1.0),
}
UNITS = {word: unit for words, unit in _UNITS.items() for word in words.split()}

CURRENCIES = {
    "$": "money:USD",
    "us$": "money:USD",
    "usd": "money:USD",
    "£": "money:GBP",
    "gbp": "money:GBP",
    "€": "money:EUR",
    "eur": "money:EUR",
    "¥": "money:JPY",
    "a$": "money:AUD",
    "c$": "money:CAD",
    "hk$": "money:HKD",
    "nz$": "money:NZD",
}
"""Signs before an amount."""

HEDGES = {
    "about": "about around approximately roughly some circa approx. approx",
    "under": "almost nearly under below fewer less maximum most up",
    "over": "over above exceeding least minimum more",
}
HEDGE = {word: hedge for hedge, words in HEDGES.items() for word in words.split()}
