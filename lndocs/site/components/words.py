"""The words of the components, in both languages; braces are filled in by their scripts."""

WORDS: dict[str, dict[str, str]] = {
    "zh": {
        # Where does this number come from?
        "origin_switch": "数从哪里来",
        "origin_nth": "{count} 个值中的第 {nth} 个",
        "origin_source": "引自",
    },
    "en": {
        # Where does this number come from?
        "origin_switch": "Where numbers come from",
        "origin_nth": "value {nth} of {count}",
        "origin_source": "Cited from",
    },
}
