"""What the switch that shows where numbers come from says."""

WORDS: dict[str, dict[str, str]] = {
    "zh": {
        "origin_switch": "数从哪里来",
        "origin_nth": "{count} 个值中的第 {nth} 个",
        "origin_source": "引自",
    },
    "en": {
        "origin_switch": "Where numbers come from",
        "origin_nth": "value {nth} of {count}",
        "origin_source": "Cited from",
    },
}
