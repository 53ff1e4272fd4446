import Mimeograph
import MimeographFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A reader of files with certificates and keys.
enum SecurityFile {
    /// The largest size of a file. All authorities of a system take far less.
    private static let mostBytes = 16 << 20

    /// Returns the bytes of a file or a pipe. It waits for the end of a pipe, such as a shell makes for `<(…)`.
    ///
    /// - Parameter isNamed: Whether the caller has named the path itself. A pipe that was found in a folder is an error.
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
                "The file cannot be read: \(error.reason).",
                remedy: "Check its path and permissions."
            )
        }
        throw .invalidSecurityPolicy("The file exceeds 16 MiB.", remedy: "Give a file of certificates or a key.")
    }
}

/// The blocks of a text in PEM form, such as `-----BEGIN CERTIFICATE-----`.
///
/// Text between blocks, and blocks other than certificates, are skipped. A damaged certificate is an error, because otherwise the
/// rest would be trusted without it.
///
/// Source: RFC 7468 §3, its lax grammar.
struct PEMBlocks {
    /// The contents of the blocks that hold a certificate, in order.
    private(set) var certificates: [[UInt8]] = []
    /// Whether the file has no PEM blocks, and may have another format.
    private(set) var isEmpty = true

    private static let begin = Array("-----BEGIN ".utf8)
    private static let end = Array("-----END ".utf8)
    private static let certificate = Array("CERTIFICATE".utf8)

    /// - Throws: ``SessionError/Code/invalidSecurityPolicy`` for a damaged certificate.
    init(_ bytes: [UInt8]) throws(SessionError) {
        guard bytes.contains(Self.begin[0]) else { return }
        var label: [UInt8]?
        var content: [UInt8] = []
        // A byte order mark may precede the first line.
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).map(Self.trimmed) {
            if line.starts(with: Self.begin) || line.starts(with: Self.end) {
                isEmpty = false
                let isBegin = line.starts(with: Self.begin)
                let named = line.dropFirst(isBegin ? Self.begin.count : Self.end.count)
                let found = named.suffix(5).elementsEqual("-----".utf8) ? Array(named.dropLast(5)) : nil
                let isCertificate = [label, found ?? Array(named)].contains { $0.map(Self.isCertificate) ?? false }
                // The damage may be a begin inside a block, an end without a begin, different labels, or missing dashes.
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

    /// Whether a label is `CERTIFICATE`, or another word followed by it.
    private static func isCertificate(_ label: [UInt8]) -> Bool {
        label.starts(with: certificate) && label.count == certificate.count
            || label.suffix(certificate.count + 1).elementsEqual([0x20] + certificate)
    }

    /// Whether a line has a certificate's mark after other text, as in a quotation.
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
            remedy: "Use complete BEGIN and END lines with the same label, and only Base64 between them."
        )
    }
}
