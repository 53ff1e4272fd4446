import Mimeograph

/// Reads the bytes of one value into a document, without recursion and with every limit held before memory is taken.
enum MessagePackReader {
    /// Reads a body that is one value.
    ///
    /// - Parameters:
    ///   - bytes: The value, and nothing else.
    ///   - origin: Where the first of them is in all that was received, for the locations of errors.
    ///   - limits: `depth` and `elements` are held.
    static func read(
        _ bytes: [UInt8],
        at origin: Int,
        limits: DecodingLimits
    ) throws(SerializationError) -> MessagePackDocument {
        var document = MessagePackDocument(bytes: bytes, origin: origin)
        /// The containers around the next value, and how many values each still waits for.
        var open: [(index: Int, left: Int)] = []
        var offset = 0
        repeat {
            let location = SourceLocation(offset: origin + offset)
            guard offset < bytes.count, let head = try MessagePackReader.head(bytes, at: offset, origin: origin),
                bytes.count - offset - head.length >= head.form.payload
            else { throw truncated(at: origin + bytes.count) }
            try limits.check(.elements, document.nodes.count + 1, at: location)
            let start = offset + head.length
            let index = document.nodes.count
            document.nodes.append(
                MessagePackDocument.Node(
                    kind: try kind(head.form, bytes, start, origin),
                    offset: offset,
                    end: index + 1
                )
            )
            offset = start + head.form.payload
            if head.form.isContainer {
                try limits.check(.depth, open.count + 1, at: location)
                open.append((index: index, left: head.form.values))
            } else if !open.isEmpty {
                open[open.count - 1].left -= 1
            }
            // A container that is complete is itself a value of the one around it.
            while let last = open.last, last.left == 0 {
                open.removeLast()
                document.nodes[last.index].end = document.nodes.count
                if !open.isEmpty { open[open.count - 1].left -= 1 }
            }
        } while !open.isEmpty
        if offset < bytes.count {
            throw SerializationError(
                .syntax,
                "Something follows the value.",
                at: SourceLocation(offset: origin + offset),
                remedy: "Read a body of several values as a stream."
            )
        }
        return document
    }

    /// The head at an offset; nil where the body ends within it.
    static func head(
        _ bytes: [UInt8],
        at offset: Int,
        origin: Int
    ) throws(SerializationError) -> MessagePackHead? {
        do throws(MessagePackHead.InvalidByte) {
            return try MessagePackHead.read(bytes, at: offset)
        } catch {
            throw SerializationError(
                .syntax,
                "The byte 0xC1 begins no value.",
                at: SourceLocation(offset: origin + offset)
            )
        }
    }

    /// The error for a body that ends too early.
    static func truncated(at offset: Int) -> SerializationError {
        SerializationError(
            .truncated,
            "The body ends in the middle of a value.",
            at: SourceLocation(offset: offset),
            remedy: "Check whether the transfer was cut short; the body needs more bytes."
        )
    }

    private static func kind(
        _ form: MessagePackHead.Form,
        _ bytes: [UInt8],
        _ start: Int,
        _ origin: Int
    ) throws(SerializationError) -> MessagePackDocument.Kind {
        switch form {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .integer(let value): return .integer(value)
        case .unsigned(let value): return .unsigned(value)
        case .float(let value): return .float(value)
        case .double(let value): return .double(value)
        case .binary(let count): return .binary(start..<start + count)
        case .fileExtension(let type, let count): return .fileExtension(type: type, start..<start + count)
        case .array(let count): return .array(count: count)
        case .map(let count): return .map(count: count)
        case .text(let count):
            guard String(validating: bytes[start..<start + count], as: UTF8.self) != nil else {
                throw SerializationError(
                    .invalidText,
                    "A text is no valid UTF-8.",
                    at: SourceLocation(offset: origin + start)
                )
            }
            return .text(start..<start + count)
        }
    }
}

extension MessagePackHead.Form {
    /// Whether it is an array or a map.
    fileprivate var isContainer: Bool {
        switch self {
        case .array, .map: true
        default: false
        }
    }
}
