"""Builds the index of the site's search for Scripts/site, from docc's data and from the Markdown pages.

Each record of the index is a list: title, kind, module, text and path. A page has one record, and each of its sections has another, whose
title is “Page: Heading” and whose path ends with the anchor of the heading.
"""

import glob
import json
import os
import re

import site_markdown

# A section keeps this many characters of its text. The words after that are kept once each.
LONGEST_TEXT = 2500
# Pages that docc writes for operators and for inherited members. A reader does not search for them.
SKIPPED_KINDS = {"Operator", "API Collection"}
SHORT_KINDS = {
    "Structure": "Struct", "Enumeration": "Enum", "Instance Method": "Method", "Instance Property": "Property",
    "Type Method": "Static method", "Type Property": "Static property", "Instance Subscript": "Subscript", "Framework": "Module",
}  # fmt: skip


def shortened(text):
    """Returns the start of a long text, and each further word once."""
    text = re.sub(r"\s+", " ", text).strip()
    if len(text) <= LONGEST_TEXT:
        return text
    end = text.rfind(" ", 0, LONGEST_TEXT)
    start, rest = text[:end], text[end:]
    seen = start.lower()
    words = []
    for word in re.findall(r"[^\s“”\"'`()\[\]{},;]{3,}", rest):
        word = word.rstrip(".:")
        # Figures of tables and rules of dashes are not words.
        if re.search(r"[A-Za-z]{3}", word) and word.lower() not in seen:
            words.append(word)
            seen += " " + word.lower()
    return start + " … " + " ".join(words)


# MARK: - docc's pages


def inline(content):
    """Returns the text of docc's inline content."""
    parts = []
    for part in content:
        if "inlineContent" in part:
            parts.append(inline(part["inlineContent"]))
        else:
            parts.append(part.get("text") or part.get("code") or part.get("title") or part.get("identifier", "").rsplit("/", 1)[-1])
    return "".join(parts)


def block_text(value):
    """Returns the text of docc's block content: paragraphs, lists, tables and code."""
    if isinstance(value, list):
        return " ".join(filter(None, map(block_text, value)))
    if not isinstance(value, dict):
        return ""
    if value.get("type") == "codeListing":
        return " ".join(value["code"])
    if "inlineContent" in value:
        return inline(value["inlineContent"])
    return " ".join(filter(None, (block_text(part) for key, part in value.items() if key in ("content", "items", "rows", "term", "definition"))))


def article_sections(data):
    """Returns the sections of an article as tuples of a heading, an anchor and a text. The first one has no heading."""
    found = [["", "", ""]]
    for part in data.get("primaryContentSections", []):
        for block in part.get("content", []) if part.get("kind") == "content" else []:
            if block.get("type") == "heading":
                found.append([block["text"], block["anchor"], ""])
            else:
                # The cells of a table are a list of lists of blocks.
                rows = [cell for row in block.get("rows", []) for cell in row] if block.get("type") == "table" else None
                found[-1][2] += " " + block_text(rows if rows is not None else block)
    return found


def docc_pages(site):
    """Returns the data of each of docc's pages, and its path in the site."""
    for path in sorted(glob.glob(os.path.join(site, "data", "documentation", "**", "*.json"), recursive=True)):
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        if data["metadata"].get("title"):
            yield data, os.path.relpath(path, os.path.join(site, "data"))[: -len(".json")] + "/"


def kind_of(meta):
    kind = meta.get("roleHeading") or meta.get("role", "").capitalize()
    return SHORT_KINDS.get(kind, kind)


def name_of(data):
    """Returns the name of a symbol with its owners, such as `JSON.Number.text`, or the title of an article."""
    meta = data["metadata"]
    if meta.get("role") != "symbol":
        return meta["title"]
    # After the archive's name, “documentation” and the module.
    owners = data["identifier"]["url"].split("://", 1)[1].split("/")[3:-1]
    # docc's title of a case has the names of its owners already.
    return ".".join([*owners, meta["title"].removeprefix(".".join(owners) + ".")])


def documented(site):
    """Returns the records of docc's pages."""
    found = []
    for data, web in docc_pages(site):
        meta = data["metadata"]
        kind, name = kind_of(meta), name_of(data)
        module = (meta.get("modules") or [{"name": ""}])[0]["name"]
        if kind in SKIPPED_KINDS or meta.get("role") == "collectionGroup":
            continue
        page = [name, kind, module, inline(data.get("abstract", [])), web]
        found.append(page)
        if kind in ("Article", "Module"):
            for heading, anchor, text in article_sections(data):
                if heading and heading != "Overview":
                    found.append([f"{name}: {heading}", f"{kind} section", module, shortened(text), f"{web}#{anchor}"])
                else:
                    page[3] = f"{page[3]} {shortened(text)}".strip()
    return found


def symbols(site):
    """Returns the path of the page for each module and public type, and for each member whose name only one page has."""
    types, members = {}, {}
    for data, web in docc_pages(site):
        meta = data["metadata"]
        if meta.get("symbolKind") == "module":
            types[meta["title"]] = web
        if meta.get("role") != "symbol" or kind_of(meta) in SKIPPED_KINDS:
            continue
        name = name_of(data)
        if "." not in name and meta.get("symbolKind") in ("struct", "enum", "class", "actor", "protocol", "typealias"):
            # The core comes first in the order of paths.
            types.setdefault(name, web)
        elif "." in name:
            members.setdefault(name, []).append(web)
            members.setdefault(re.sub(r"\(.*", "", name), []).append(web)
    return types | {name: webs[0] for name, webs in members.items() if len(set(webs)) == 1}


# MARK: - Markdown pages


def sections(body):
    """Returns the sections of a page of HTML as tuples of a heading, an anchor and a text. The first one has no heading."""
    body = re.sub(r'<a class="anchor".*?</a>', "", body)
    parts = re.split(r'<h[23] id="([^"]+)">(.*?)</h[23]>', body, flags=re.S)
    found = [("", "", parts[0])]
    found += [(site_markdown.without_tags(parts[i + 1]), parts[i], parts[i + 2]) for i in range(1, len(parts), 3)]
    return [(heading, anchor, readable(text)) for heading, anchor, text in found]


def readable(body):
    """Returns the text of HTML. Cells and blocks are separated by spaces."""
    # Cells of figures alone say nothing without their table.
    body = re.sub(r"<td[^>]*>[\d\s.,×%±–/-]*</td>", "", body)
    body = re.sub(r"<h1.*?</h1>|<p class=\"hint\">.*?</p>", "", body, flags=re.S)
    return site_markdown.without_tags(re.sub(r"</(?:p|li|td|th|pre|h\d)>", " ", body))


def page_records(title, kind, body, web):
    """Returns the records of a Markdown page: one for the page, and one for each section."""
    records = []
    for heading, anchor, text in sections(body):
        if heading:
            records.append([f"{title}: {heading}", f"{kind} section", "", shortened(text), f"{web}#{anchor}"])
        else:
            records.append([title, kind, "", shortened(text), web])
    return records


def index(records):
    """Returns the index as a script, because a browser loads no JSON from a folder."""
    kinds = sorted({record[1] for record in records})
    modules = sorted({record[2] for record in records})
    lines = []
    for title, kind, module, text, web in records:
        # Docs/Site/search.js makes the usual path of a symbol from its name.
        usual = f"documentation/{module}/{title.replace('.', '/')}/".lower()
        line = [title, kinds.index(kind), modules.index(module), text, "" if web == usual else web]
        lines.append(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
    table = json.dumps({"kinds": kinds, "modules": modules}, ensure_ascii=False, separators=(",", ":"))
    return f"window.mimeographIndex = Object.assign({table}, {{ pages: [\n" + ",\n".join(lines) + "\n]});\n"
