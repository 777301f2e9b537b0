"""What is held against a page, as functions that list its faults: the tests of the gates ask too.

What they measure in the page stands in looks.js.
"""

import re
from importlib.resources import files

from visits import Visit

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
HAN = re.compile(r"[\u3400-\u9fff]")
# What a Chinese page may say in Latin letters alone: names.
NAMES = {
    "Add", "BatchNorm", "English", "LayerNorm", "MathML", "Norm", "NumPy", "PyTorch", "RMSNorm",
    "Transformer",
}  # fmt: skip


def foreign(visit: Visit) -> list[str]:
    """List what was asked of another host, or beside the site's path."""
    return [url for url in visit.asked if not url.startswith((visit.home, "data:", "blob:"))]


def unreadable(visit: Visit, scheme: str) -> list[str]:
    """List what axe-core objects to. The dark scheme changes nothing but colors."""
    before = visit.page.evaluate("document.body.dataset.mdColorScheme")
    options = {} if scheme == "default" else {"runOnly": ["color-contrast", "link-in-text-block"]}
    visit.page.evaluate("scheme => { document.body.dataset.mdColorScheme = scheme }", scheme)
    if not visit.page.evaluate("typeof axe === 'object'"):
        visit.page.evaluate(f"{AXE}; null")
    found = visit.page.evaluate(
        """options => axe.run(document, {...options, preload: false, resultTypes: ['violations']})
        .then(found => found.violations.flatMap(rule => rule.nodes.map(
            node => `${rule.id} (${rule.impact}): ${node.html.slice(0, 120)}`)))""",
        options,
    )
    visit.page.evaluate("scheme => { document.body.dataset.mdColorScheme = scheme }", before)
    return list(found)


def untold(visit: Visit) -> list[str]:
    """List the pictures that have no text, or one of the other language."""
    faults = []
    for picture, text in visit.look("pictures"):
        if not text or bool(HAN.search(text)) == visit.english:
            faults.append(f"{text!r}: {picture}")
    return faults


def misplaced(visit: Visit) -> list[str]:
    """List the texts and names that are of the other language and not marked as such."""
    faults = []
    for text in visit.look("words"):
        latin = [word for word in re.findall(r"[A-Za-z]{2,}", text) if word not in NAMES]
        foreign_words = HAN.search(text) if visit.english else latin and not HAN.search(text)
        if foreign_words:
            faults.append(text)
    return faults


def unreachable(visit: Visit) -> list[str]:
    """Walk through the page with the tab key; list where the focus is lost from sight."""
    page = visit.page
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    faults, stops = [], 0
    while stops < 400:
        page.keyboard.press("Tab")
        at = visit.look("focused")
        if at is None:
            break
        stops += 1
        faults += [f"{fault}: {at['what']}" for fault in at["faults"]]
    page.keyboard.press("Shift+Tab")  # back from the browser's own buttons
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    links = page.evaluate(
        "[...document.querySelectorAll('article a[href], article [tabindex=\"0\"]')]"
        ".filter(e => e.checkVisibility()).length"
    )
    return faults if stops > links else [*faults, f"{stops} stops, but {links} in the text alone"]


def illegible(visit: Visit, width: int = 390, scheme: str = "default") -> list[str]:
    """List what is written in figures too small, too pale, beyond their edge, or over itself."""
    page, before = visit.page, visit.page.viewport_size
    assert before is not None
    shown = page.evaluate("document.body.dataset.mdColorScheme")
    page.set_viewport_size({"width": width, "height": 740})
    page.evaluate("scheme => { document.body.dataset.mdColorScheme = scheme }", scheme)
    page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    faults = visit.look("lettering", 11, 4.5)
    page.evaluate("scheme => { document.body.dataset.mdColorScheme = scheme }", shown)
    page.set_viewport_size(before)
    return list(faults)


def narrow(visit: Visit, width: int = 360) -> list[str]:
    """List what is wider than a telephone, and scrolling boxes that no key reaches."""
    before = visit.page.viewport_size
    assert before is not None
    visit.page.set_viewport_size({"width": width, "height": 740})
    visit.page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    faults = [*visit.look("overflow"), *(f"no stop: {e}" for e in visit.look("stuck"))]
    visit.page.set_viewport_size(before)
    return faults


def badly_set(visit: Visit) -> list[str]:
    """List formulas that are no MathML, and characters that another font had to draw."""
    faults = list(visit.look("formulas"))
    visit.look("markLeaves")
    session = visit.page.context.new_cdp_session(visit.page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    leaves = session.send("DOM.querySelectorAll", {"nodeId": root, "selector": "[data-leaf]"})
    for leaf in leaves["nodeIds"]:
        fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": leaf})["fonts"]
        if {font["familyName"] for font in fonts} - {"STIX Two Math"}:
            html = session.send("DOM.getOuterHTML", {"nodeId": leaf})["outerHTML"]
            faults.append(f"drawn by {fonts[0]['familyName']}: {html}")
    session.detach()
    return faults
