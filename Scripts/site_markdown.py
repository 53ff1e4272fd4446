"""Turns the Markdown pages of the repository into HTML for Scripts/site."""

import html
import os
import re

# MARK: - Highlighting

SWIFT_KEYWORDS = (
    "actor any as associatedtype async await borrowing break case catch class consume consuming continue default defer deinit do else enum"
    " extension fallthrough false fileprivate final for func get guard if import in indirect init inout internal is isolated lazy let"
    " mutating nil nonisolated nonmutating open operator override package private protocol public repeat rethrows return self Self sending"
    " set some static struct subscript super switch throw throws true try typealias unowned unsafe var weak where while"
).split()

# The first pattern that matches at a position decides how the text looks there.
SWIFT = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?\*/)"
    r'|(?P<string>#"""[\s\S]*?"""#|"""[\s\S]*?"""|#"(?:[^\n])*?"#|"(?:\\.|[^"\\\n])*")'
    r"|(?P<attribute>[@#][A-Za-z]\w*)"
    r"|(?P<number>\b(?:0x[0-9A-Fa-f_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)\b)"
    # The label of an argument is not a keyword.
    r"|(?P<keyword>(?<![\w.`])(?:default\b|(?:" + "|".join(SWIFT_KEYWORDS) + r")\b(?!:)))"
    r"|(?P<type>\b[A-Z]\w*)",
    re.S,
)
SHELL = re.compile(
    r"(?P<comment>(?:^|(?<=\s))#[^\n]*)"
    r"|(?P<string>'[^']*'|\"(?:\\.|[^\"\\])*\")"
    r"|(?P<attribute>\$\w+|\$\{[^}]*\})"
    r"|(?P<number>(?<=\s)--?[A-Za-z][\w-]*)"
    r"|(?P<keyword>(?:^|(?<=\n)|(?<=[|;&] ))[\w./-]+)"
)
JSON = re.compile(
    r'(?P<type>"(?:\\.|[^"\\\n])*"(?=\s*:))|(?P<string>"(?:\\.|[^"\\\n])*")|(?P<number>-?\b\d[\d.eE+-]*)|(?P<keyword>\b(?:true|false|null)\b)'
)
LANGUAGES = {"swift": SWIFT, "sh": SHELL, "bash": SHELL, "shell": SHELL, "console": SHELL, "json": JSON}


def highlighted(code, language):
    """Returns the code as HTML, with a `span` for each token that has a color."""
    pattern = LANGUAGES.get(language)
    if not pattern:
        return html.escape(code, quote=False)
    parts, end = [], 0
    for match in pattern.finditer(code):
        parts.append(html.escape(code[end : match.start()], quote=False))
        parts.append(f'<span class="{match.lastgroup[0]}">{html.escape(match[0], quote=False)}</span>')
        end = match.end()
    parts.append(html.escape(code[end:], quote=False))
    return "".join(parts)


def code_block(code, language):
    """Returns a code block. Docs/Site/page.js adds its copy button."""
    return f'<pre><code class="language-{language}">{highlighted(code.strip(chr(10)), language)}</code></pre>'


# MARK: - Samples of the README


def section(text, heading):
    """Returns the text below a heading, up to the next heading of the same or a higher level, or None if the page has no such heading."""
    # A `#` in a code block does not start a heading.
    hidden = re.sub(r"^```.*?^```", lambda match: match[0].replace("\n#", "\n\0"), text, flags=re.M | re.S)
    found = re.search(rf"^(#+) {re.escape(heading)}[ \t]*\n(.*)", hidden, re.M | re.S)
    if not found:
        return None
    return re.split(rf"^#{{1,{len(found[1])}}} ", found[2], maxsplit=1, flags=re.M)[0].replace("\0", "#")


def blocks(text):
    """Returns the code blocks of a page as pairs of a language and the code."""
    return re.findall(r"^```(\w*)[^\n]*\n(.*?)^```", text, re.M | re.S)


# MARK: - Pages


def first_sentence(text):
    return re.split(r"(?<=[.:!?])\s", text, maxsplit=1)[0].rstrip(":")


def without_tags(text):
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", "", text))).strip()


def contents(tokens):
    """Returns the table of contents of a page, or nothing if the page has fewer than 4 headings."""
    sections = tokens[0]["children"] if len(tokens) == 1 and tokens[0]["level"] == 1 else tokens
    # `name` is escaped already.
    count = len(sections) + sum(len(token["children"]) for token in sections)
    if count < 4:
        return ""
    deep = count <= 40

    def entries(tokens, deep):
        lines = []
        for token in tokens:
            below = entries(token["children"], False) if deep and token["children"] else ""
            lines.append(f'<li><a href="#{token["id"]}">{token["name"]}</a>{below}</li>')
        return "<ul>" + "".join(lines) + "</ul>"

    return f'<nav class="contents" aria-label="Contents"><details open><summary>Contents</summary>{entries(sections, deep)}</details></nav>\n'


def tables(body):
    """Prepares the tables for narrow windows: cells get the title of their column, and wide tables a frame that scrolls."""

    def code(match):
        # A long name breaks after its punctuation.
        return re.sub(r"([:.(/]|&quot;)(?=\w)", r"\1<wbr>", match[0])

    def one(match):
        table = re.sub(r"(?<=<code>)[^<]{16,}(?=</code>)", code, match[0])
        titles = [without_tags(cell) for cell in re.findall(r"<th[^>]*>(.*?)</th>", table, re.S)]
        if len(titles) > 4:
            return f'<div class="wide"><p class="hint">Scroll the table sideways to see all its columns.</p><div class="scrolls" tabindex="0">{table}</div></div>'

        def row(match):
            cells = iter(titles)

            def cell(match):
                title = next(cells, "")
                empty = ' class="empty"' if not match[2].strip() else ""
                label = f' data-label="{html.escape(title)}"' if title else ""
                return f"<td{match[1]}{label}{empty}>{match[2]}</td>"

            return re.sub(r"<td([^>]*)>(.*?)</td>", cell, match[0], flags=re.S)

        stacks = re.sub(r"<tr>.*?</tr>", row, table, flags=re.S).replace("<table>", '<table class="stacks">')
        return f'<div class="scrolls">{stacks}</div>'

    return re.sub(r"<table>.*?</table>", one, body, flags=re.S)


def linked_symbols(body, symbols, up, foreign_first_column):
    """Links the names of public types and of their members in inline code to their pages.

    `symbols` has the path of the page for each name. In the migration guides, the first column of a table names the other library's
    types, so these cells stay as they are.
    """

    def code(match):
        name = html.unescape(match[2])
        web = symbols.get(name) or symbols.get(re.sub(r"\(.*", "", name))
        if not web:
            return match[0]
        return f'<a class="symbol" href="{up}{web}">{match[0]}</a>'

    # Whatever already is a link, a code block or a heading is skipped.
    skipped = r"<a\b.*?</a>|<pre>.*?</pre>|<h[1-6].*?</h[1-6]>"
    if foreign_first_column:
        skipped += r"|<tr>\s*<t[dh][^>]*>.*?</t[dh]>"
    return re.sub(rf"({skipped})|<code>([^<]*)</code>", lambda match: match[0] if match[1] else code(match), body, flags=re.S)


def render(root, path, known, symbols, up):
    """Renders one Markdown page of Docs. Returns its title, its first sentence, its body and its contents as HTML.

    A link to a page that is not part of the site becomes plain text.
    """
    import markdown

    with open(os.path.join(root, "Docs", path), encoding="utf-8") as file:
        text = file.read()
    title = re.search(r"^# (.*)$", text, re.M)[1]
    # Comments steer scripts; the reader does not need them.
    text = re.sub(r"^<!--.*?-->\n", "", text, flags=re.M | re.S)
    converter = markdown.Markdown(extensions=["tables", "fenced_code", "sane_lists", "toc"])
    body = converter.convert(text)
    folder = os.path.dirname(path)

    def link(match):
        target, _, anchor = match[1].partition("#")
        if ":" in target or not target:
            return match[0]
        target = os.path.normpath(os.path.join(folder, target))
        if target == "../README.md":
            return f'<a href="{up}index.html">{match[2]}</a>'
        if target not in known:
            return match[2]
        relative = os.path.relpath(target[: -len(".md")] + ".html", folder or ".")
        return f'<a href="{relative}{"#" + anchor if anchor else ""}">{match[2]}</a>'

    body = re.sub(r'<a href="([^"]*)">(.*?)</a>', link, body, flags=re.S)
    body = re.sub(
        r'<pre><code(?: class="language-(\w+)")?>(.*?)</code></pre>',
        lambda match: code_block(html.unescape(match[2]), match[1] or "text"), body, flags=re.S,
    )  # fmt: skip
    paragraph = re.search(r"<p>(.*?)</p>", body, re.S)
    summary = without_tags(paragraph[1]) if paragraph else ""
    body = tables(linked_symbols(body, symbols, up, os.path.basename(path).startswith("From")))
    # Each heading links to itself.
    body = re.sub(r'(<h[23] id="([^"]+)">)(.*?)(</h[23]>)', r'\1\3 <a class="anchor" href="#\2" aria-label="Link to this section">#</a>\4', body)
    return title, first_sentence(summary), body, contents(converter.toc_tokens)
