public import Mimeograph
import MimeographFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension HAR {
    /// The limits for a file by default: 64 MiB, and otherwise those of `DecodingLimits`.
    public static let limits = DecodingLimits(inputBytes: 64 << 20)

    /// Reads a file. It is read whole, but only if it is within the limits.
    ///
    /// - Parameters:
    ///   - file: A path, or a `file:` URL.
    ///   - limits: The limits on the size of the file (`inputBytes`), on the depth, and on the number of JSON values (`elements`).
    /// - Throws: `SerializationError.Code.fileNotFound`, `.fileIsDirectory`, `.notARegularFile`, `.fileNotReadable` and
    ///   `.sourceFailed`, and the errors of ``init(bytes:limits:)``.
    public init(contentsOf file: String, limits: DecodingLimits = HAR.limits) throws(SerializationError) {
        let source = try FileBodySource(file)
        let length = source.length ?? 0
        guard length <= limits.inputBytes else {
            throw .limitExceeded(.inputBytes, allowed: limits.inputBytes, actual: length)
        }
        let bytes: [UInt8]?
        do throws(SystemError) {
            bytes = try SystemFile.contents(of: source.path, atMost: limits.inputBytes)
        } catch {
            throw error.reading(source.fileName)
        }
        guard let bytes else { throw .limitExceeded(.inputBytes, allowed: limits.inputBytes) }
        try self.init(bytes: bytes, limits: limits)
    }

    /// Reads a recording from JSON. A byte order mark is allowed.
    ///
    /// - Throws: `SerializationError.Code.limitExceeded`; `.truncated` if the end is missing; `.syntax`; `.dataShape` for a
    ///   required member that is missing, and for a member of the wrong type.
    public init(bytes: [UInt8], limits: DecodingLimits = HAR.limits) throws(SerializationError) {
        guard bytes.count <= limits.inputBytes else {
            throw .limitExceeded(.inputBytes, allowed: limits.inputBytes, actual: bytes.count)
        }
        try JSONOutline(bytes).check(limits)
        // Foundation's decoder, because a module of Sources does not depend on the JSON plugin.
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        do {
            self = try JSONDecoder().decode(HAR.self, from: Data(text))
        } catch let error as DecodingError {
            throw SerializationError(har: error)
        } catch {
            throw SerializationError(.syntax, "The HAR file cannot be decoded.", underlying: [error])
        }
    }

    /// The recording as JSON, with sorted names and one member a line.
    ///
    /// - Throws: `SerializationError.Code.unencodableValue` for a time that is not finite.
    public func bytes() throws(SerializationError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(self)) + [0x0A]
        } catch {
            throw SerializationError(
                .unencodableValue,
                "The recording cannot be encoded.",
                remedy: "Set only finite times.",
                underlying: [error]
            )
        }
    }

    /// Writes a file that only its owner can access, in one atomic step. An existing regular file is replaced. A folder, symbolic
    /// link, device, pipe or socket is never replaced.
    ///
    /// The method hides nothing: a ``RecordingTransport`` hides secrets when it makes the recording.
    ///
    /// - Parameter file: A path, or a `file:` URL.
    /// - Throws: `SerializationError.Code.fileNotWritable`, and the errors of ``bytes()``.
    public func write(to file: String) throws(SerializationError) {
        let path = try FileName.path(of: file)
        let bytes = try bytes()
        do throws(SystemError) {
            try SystemFile.replaceContents(of: path, with: bytes)
        } catch {
            throw error.writing(FileName.lastComponent(of: path))
        }
    }
}

/// The figures of a JSON text that are known before it is decoded, from one pass without recursion.
private struct JSONOutline {
    private var depth = 0
    private var maximumDepth = 0
    /// The number of containers, and of commas outside strings. No text has more values than twice this number and one.
    private var elements = 0
    private var isTruncated = false
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var isString = false
        var isEscaped = false
        var isEmpty = true
        for byte in bytes {
            if isString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                elements += 1
                maximumDepth = max(depth, maximumDepth)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ","): elements += 1
            default: break
            }
            if byte > 0x20, byte < 0x80 { isEmpty = false }
        }
        isTruncated = isString || depth > 0 || isEmpty
    }

    func check(_ limits: DecodingLimits) throws(SerializationError) {
        guard elements <= limits.elements else {
            throw .limitExceeded(.elements, allowed: limits.elements, actual: elements)
        }
        guard maximumDepth <= limits.depth else {
            throw .limitExceeded(.depth, allowed: limits.depth, actual: maximumDepth)
        }
        guard !isTruncated else {
            throw SerializationError(
                .truncated,
                "The HAR file ends too early.",
                at: SourceLocation(offset: bytes.count, in: bytes.span),
                remedy: "Record it again, or export it again."
            )
        }
    }
}

extension SerializationError {
    /// Makes an error for JSON that is not a HAR file. It quotes no part of the file.
    fileprivate init(har error: DecodingError) {
        let remedy = "Check that the file has the HAR format, version 1.2."
        switch error {
        case .keyNotFound(let key, let context):
            self.init(
                .dataShape,
                "The member \(key.stringValue) is missing.",
                codingPath: context.codingPath,
                remedy: remedy
            )
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            self.init(.dataShape, "A member has the wrong type.", codingPath: context.codingPath, remedy: remedy)
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            self.init(.dataShape, "A value is out of range.", codingPath: context.codingPath, remedy: remedy)
        default:
            self.init(.syntax, "The HAR file is not valid JSON, or a number in it is out of range.", remedy: remedy)
        }
    }
}
