public import Mimeograph
import MimeographTree

/// The options for writing XML. The default is the shortest text, with a declaration.
public struct XMLWritingOptions: Hashable, Sendable {
    /// Whether each element has its own line, indented by two spaces a level, up to 32 levels. The default is false.
    ///
    /// An element that contains text is not indented inside, because the spaces would be part of the text. The same holds for an
    /// element with `xml:space="preserve"`.
    public var pretty: Bool
    /// Whether the text begins with `<?xml version="1.0" encoding="UTF-8"?>`. The default is true.
    public var declaration: Bool

    /// Makes options with the given values.
    public init(pretty: Bool = false, declaration: Bool = true) {
        self.pretty = pretty
        self.declaration = declaration
    }

    /// Options for the shortest text, with a declaration.
    public static let compact = XMLWritingOptions()
    /// Options for one line for each element, with a declaration.
    public static let pretty = XMLWritingOptions(pretty: true)
}

extension XML.Element {
    /// Returns the element as XML text in UTF-8.
    ///
    /// Namespaces are declared if necessary. Text is escaped so that a reader gets the same characters, including carriage
    /// returns and the white space of attributes.
    ///
    /// - Parameter options: The options for writing.
    /// - Throws: ``SerializationError/Code/unencodableValue``, with the path of elements in `codingPath`, for names and
    ///   characters that are invalid in XML 1.0, prefixes without a namespace, two attributes with the same name, and comments
    ///   and processing instructions that contain their own end.
    public func serialized(_ options: XMLWritingOptions = .compact) throws(SerializationError) -> [UInt8] {
        try XMLElementWriter.write(self, options)
    }
}

extension XML.Element: CustomStringConvertible {
    /// The element as text without a declaration, or its name and an error message if it cannot be written.
    public var description: String {
        do {
            return String(decoding: try serialized(XMLWritingOptions(declaration: false)), as: UTF8.self)
        } catch {
            return "\(name.qualified): \(error.message)"
        }
    }
}

/// A writer for an element and everything below it. It uses its own stack instead of recursion.
struct XMLElementWriter {
    private struct Level {
        let storage: XML.Element.Storage
        let name: String
        /// The mark of the scope before the element.
        let mark: Int
        /// Whether each child has its own line.
        let indents: Bool
        var next = 0
    }

    private let options: XMLWritingOptions
    private var output = XMLByteWriter()
    private var scope = XMLNamespaceScope()
    private var levels: [Level] = []

    private init(options: XMLWritingOptions) { self.options = options }

    /// Returns the element as bytes in UTF-8.
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
                        "The target of a processing instruction is not a valid name.",
                        "Use a name without a colon other than xml. The XML declaration is written automatically."
                    )
                }
                if level.indents { output.appendLine(level: levels.count) }
                try output.append(instruction: target, data)
            }
        } catch let error as XMLByteWriter.WritingError {
            throw failure(error, content)
        } catch let error as SerializationError {
            throw error
        } catch {
            throw failure("The content cannot be written.", "Change the content.", [error])
        }
    }

    /// Returns whether the target is `xml`, the name of the XML declaration, in any case. Source: XML 1.0 §2.6.
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
        } catch let error as XMLTagNames.NameError {
            throw failure(error.message, error.remedy, at: storage)
        } catch is XMLByteWriter.WritingError {
            throw failure(Self.characterMessage, Self.characterRemedy, at: storage)
        } catch {
            throw failure("The element cannot be written.", "Change the element.", at: storage, [error])
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
    /// Whether white space inside is insignificant: there is no text, and no attribute preserves it.
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
    private static var characterMessage: String { "The text contains a character that XML 1.0 cannot represent." }
    private static var characterRemedy: String {
        "Remove control characters, or send the bytes as Base64. Character references cannot represent them either."
    }

    private func failure(_ error: XMLByteWriter.WritingError, _ content: XML.Content) -> SerializationError {
        switch (error, content) {
        case (.character, _): failure(Self.characterMessage, Self.characterRemedy)
        case (.delimiter, .comment):
            failure("A comment contains -- or ends with -.", "Put a space between or after the hyphens.")
        case (.delimiter, _): failure("A processing instruction contains ?>.", "Remove ?> from its data.")
        case (.unstable, .comment):
            failure("A comment contains a carriage return, which a reader would change.", "Use line feeds only.")
        case (.unstable, _):
            failure(
                "A processing instruction contains a carriage return or begins with white space, which a reader would change.",
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
