import Mimeograph
import MimeographFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Files of certificates and keys.
enum SecurityFile {
    /// The most bytes of a file: all authorities of a system are well below.
    private static let mostBytes = 16 << 20

    /// The bytes of a file, or of a pipe, such as a shell makes of `<(…)`, for whose end it waits.
    ///
    /// - Parameter isNamed: Whether the caller has named the path. If a folder has it, a pipe there is an error.
    /// - Throws: ``SessionError/Code/invalidSecurityPolicy``.
    static func contents(of path: String, isNamed: Bool = true) throws(SessionError) -> [UInt8] {
        do throws(SystemError) {
            let bytes =
                try isNamed
                ? SystemFile.contents(waitingFor: path, atMost: mostBytes)
                : SystemFile.contents(of: path, atMost: mostBytes)
            if let bytes { return bytes }
        } catch {
            throw .invalidSecurityPolicy(
                "It cannot be read: \(error.reason).",
                remedy: "Check its path and permissions."
            )
        }
        throw .invalidSecurityPolicy("It has more than 16 MiB.", remedy: "Give a file of certificates or a key.")
    }
}

/// The blocks of a text in PEM form, such as `-----BEGIN CERTIFICATE-----`.
///
/// Text between blocks is skipped, and so are blocks of other kinds than certificates. A certificate that is damaged is an error: the
/// others of the text would be trusted without it.
///
/// Source: RFC 7468 §3, its lax grammar.
struct PEMBlocks {
    /// The contents of the blocks that hold a certificate, in order.
    private(set) var certificates: [[UInt8]] = []
    /// Whether the file has no PEM block, and may have another format.
    private(set) var isEmpty = true

    private static let begin = Array("-----BEGIN ".utf8)
    private static let end = Array("-----END ".utf8)
    private static let certificate = Array("CERTIFICATE".utf8)

    /// - Throws: ``SessionError/Code/invalidSecurityPolicy`` for a certificate that is damaged.
    init(_ bytes: [UInt8]) throws(SessionError) {
        guard bytes.contains(Self.begin[0]) else { return }
        var label: [UInt8]?
        var content: [UInt8] = []
        // A byte order mark may stand before the first line.
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).map(Self.trimmed) {
            if line.starts(with: Self.begin) || line.starts(with: Self.end) {
                isEmpty = false
                let isBegin = line.starts(with: Self.begin)
                let named = line.dropFirst(isBegin ? Self.begin.count : Self.end.count)
                let found = named.suffix(5).elementsEqual("-----".utf8) ? Array(named.dropLast(5)) : nil
                let isCertificate = [label, found ?? Array(named)].contains { $0.map(Self.isCertificate) ?? false }
                // A begin inside of a block, an end without one, other labels at both ends, or fewer dashes.
                guard !isCertificate || found != nil && (isBegin ? label == nil : label == found) else {
                    throw damaged
                }
                if isBegin {
                    (label, content) = (found, [])
                } else {
                    if isCertificate {
                        guard let data = Data(base64Encoded: Data(content)) else { throw damaged }
                        certificates.append(Array(data))
                    }
                    label = nil
                }
            } else if let label {
                if Self.isCertificate(label) { content += line.filter { $0 != 0x20 && $0 != 0x09 } }
            } else if Self.holdsMark(line) {
                throw damaged
            }
        }
        if label.map(Self.isCertificate) == true { throw damaged }
    }

    /// Whether a label is that of a certificate: `CERTIFICATE`, or with another word before it.
    private static func isCertificate(_ label: [UInt8]) -> Bool {
        label.starts(with: certificate) && label.count == certificate.count
            || label.suffix(certificate.count + 1).elementsEqual([0x20] + certificate)
    }

    /// Whether a line has a mark of a certificate behind other text, as a quotation does.
    private static func holdsMark(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.contains(begin[0]) else { return false }
        let text = String(decoding: line, as: UTF8.self)
        return text.index(ofBytes: "CERTIFICATE") != nil
            && ["-----BEGIN ", "-----END "].contains { text.index(ofBytes: $0) != nil }
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        while let first = line.first, first == 0x20 || first == 0x09 { line.removeFirst() }
        while let last = line.last, last == 0x20 || last == 0x09 { line.removeLast() }
        return line
    }

    private var damaged: SessionError {
        .invalidSecurityPolicy(
            "Certificate \(certificates.count + 1) of the PEM data is damaged.",
            remedy: "Between its BEGIN and END lines, which are whole and name the same, stands Base64 only."
        )
    }
}
