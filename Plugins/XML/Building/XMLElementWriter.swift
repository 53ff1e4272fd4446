import Mimeograph
import MimeographTree

/// Writes an element and all below it, with a stack of its own instead of the program's.
struct XMLElementWriter {
    private struct Level {
        let storage: XML.Element.Storage
        let name: String
        /// The mark of the scope before the element.
        let mark: Int
        /// Whether what is inside stands on lines of its own.
        let indents: Bool
        var next = 0
    }

    private let options: XMLWritingOptions
    private var output = XMLOutput()
    private var scope = XMLNamespaceScope()
    private var levels: [Level] = []

    private init(options: XMLWritingOptions) { self.options = options }

    /// The element as bytes in UTF-8.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue``, with the path of elements in `codingPath`.
    static func write(_ element: XML.Element, _ options: XMLWritingOptions) throws(SerializationError) -> [UInt8] {
        var writer = XMLElementWriter(options: options)
        if options.declaration {
            writer.output.append(raw: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
            if options.pretty { writer.output.append(0x0A) }
        }
        try writer.start(element.storage, indents: options.pretty)
        while let level = writer.levels.last {
            if level.next < level.storage.children.count {
                writer.levels[writer.levels.count - 1].next += 1
                try writer.write(level.storage.children[level.next], in: level)
            } else {
                writer.end(level)
            }
        }
        if options.pretty { writer.output.append(0x0A) }
        return writer.output.bytes
    }

    private mutating func write(_ content: XML.Content, in level: Level) throws(SerializationError) {
        do {
            switch content {
            case .element(let element):
                if level.indents { output.appendLine(level: levels.count) }
                try start(element.storage, indents: level.indents)
            case .text(let text): try output.append(text: text)
            case .cdata(let text): try output.append(cdata: text)
            case .comment(let text):
                if level.indents { output.appendLine(level: levels.count) }
                try output.append(comment: text)
            case .processingInstruction(let target, let data):
                guard XMLCharacters.isName(target), !Self.isReserved(target) else {
                    throw failure(
                        "The target of a processing instruction is no name that XML 1.0 has for one.",
                        "Give it a name without a colon, and not xml: the declaration is written by itself."
                    )
                }
                if level.indents { output.appendLine(level: levels.count) }
                try output.append(instruction: target, data)
            }
        } catch let fault as XMLOutput.Fault {
            throw failure(fault, content)
        } catch let error as SerializationError {
            throw error
        } catch {
            throw failure("The content cannot be written.", "Change it.", [error])
        }
    }

    /// Whether the target is that of the XML declaration, in letters of any case. Source: XML 1.0 §2.6.
    private static func isReserved(_ target: String) -> Bool {
        target.utf8.count == 3 && target.lowercased().hasSameBytes(as: "xml")
    }

    private mutating func start(_ storage: XML.Element.Storage, indents: Bool) throws(SerializationError) {
        let mark = scope.mark
        do {
            let names = try XMLTagNames(storage, in: &scope)
            output.append(UInt8(ascii: "<"))
            output.append(raw: names.element)
            for (prefix, namespace) in scope.declarations(since: mark) {
                output.append(raw: prefix.isEmpty ? " xmlns=" : " xmlns:\(prefix)=")
                try output.append(attribute: namespace)
            }
            for (attribute, name) in zip(storage.attributes, names.attributes) {
                output.append(UInt8(ascii: " "))
                output.append(raw: name)
                output.append(UInt8(ascii: "="))
                try output.append(attribute: attribute.value)
            }
            if storage.children.allSatisfy({ $0 == .text("") }) {
                output.append(raw: "/>")
                scope.leave(mark)
            } else {
                output.append(UInt8(ascii: ">"))
                levels.append(
                    Level(storage: storage, name: names.element, mark: mark, indents: indents && storage.mayBeIndented)
                )
            }
        } catch let fault as XMLTagNames.Fault {
            throw failure(fault.message, fault.remedy, at: storage)
        } catch is XMLOutput.Fault {
            throw failure(Self.characterMessage, Self.characterRemedy, at: storage)
        } catch {
            throw failure("The element cannot be written.", "Change it.", at: storage, [error])
        }
    }

    private mutating func end(_ level: Level) {
        levels.removeLast()
        if level.indents { output.appendLine(level: levels.count) }
        output.append(raw: "</")
        output.append(raw: level.name)
        output.append(UInt8(ascii: ">"))
        scope.leave(level.mark)
    }
}

extension XML.Element.Storage {
    /// Whether white space inside means nothing: there is no text, and nobody asked to keep it.
    fileprivate var mayBeIndented: Bool {
        !children.contains { $0.text != nil }
            && !attributes.contains {
                $0.name.localName.hasSameBytes(as: "space") && $0.value.hasSameBytes(as: "preserve")
                    && (ByteEqualString($0.name.prefix) == "xml"
                        || ByteEqualString($0.name.namespace) == ByteEqualString(XMLNamespaces.xml))
            }
    }
}

// MARK: - Errors

extension XMLElementWriter {
    private static var characterMessage: String { "There is a character that XML 1.0 cannot carry." }
    private static var characterRemedy: String {
        "Leave control characters out, or send the bytes as Base64; not even a character reference can stand for them."
    }

    private func failure(_ fault: XMLOutput.Fault, _ content: XML.Content) -> SerializationError {
        switch (fault, content) {
        case (.character, _): failure(Self.characterMessage, Self.characterRemedy)
        case (.delimiter, .comment):
            failure("A comment has -- in it or - at its end.", "Put a space between or after the hyphens.")
        case (.delimiter, _): failure("A processing instruction has ?> in it.", "Change its data.")
        case (.unstable, .comment):
            failure("A comment has a carriage return, which a reader would change.", "Use line feeds only.")
        case (.unstable, _):
            failure(
                "A processing instruction has a carriage return, or white space at its start, which a reader would change.",
                "Use line feeds only, and begin with another character."
            )
        }
    }

    private func failure(
        _ message: String,
        _ remedy: String,
        at storage: XML.Element.Storage? = nil,
        _ underlying: [any Error] = []
    ) -> SerializationError {
        SerializationError(
            .unencodableValue,
            message,
            codingPath: (levels.map(\.storage) + (storage.map { [$0] } ?? [])).map {
                PlainCodingKey($0.name.qualified)
            },
            remedy: remedy,
            underlying: underlying
        )
    }
}
