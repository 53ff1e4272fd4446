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

    /// The bytes of a file.
    ///
    /// - Throws: ``SessionError/Code/invalidSecurityPolicy``.
    static func contents(of path: String) throws(SessionError) -> [UInt8] {
        do throws(SystemError) {
            if let bytes = try SystemFile.contents(of: path, atMost: mostBytes) { return bytes }
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
/// Source: RFC 7468 §3, read laxly: text between blocks is passed over, and so are blocks that are no Base64.
struct PEMBlocks {
    /// One block.
    struct Block {
        /// What stands behind BEGIN.
        let label: String
        /// What its Base64 stands for.
        let content: [UInt8]
    }

    private(set) var blocks: [Block] = []

    var isEmpty: Bool { blocks.isEmpty }

    init(_ bytes: [UInt8]) {
        let begin = Array("-----BEGIN ".utf8)
        guard bytes.contains(begin[0]) else { return }
        var label: String?
        var content: [UInt8] = []
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            if line.starts(with: begin) {
                label = Self.label(line, after: begin.count)
                content = []
            } else if line.starts(with: "-----END ".utf8) {
                if let known = label, let data = Data(base64Encoded: Data(content)) {
                    blocks.append(Block(label: known, content: Array(data)))
                }
                label = nil
            } else if label != nil {
                content += line.filter { $0 != 0x20 && $0 != 0x09 }
            }
        }
    }

    private static func label(_ line: ArraySlice<UInt8>, after count: Int) -> String? {
        var rest = line.dropFirst(count)
        while rest.last == 0x20 || rest.last == 0x09 { rest = rest.dropLast() }
        guard rest.count > 5, rest.suffix(5).elementsEqual("-----".utf8) else { return nil }
        return String(decoding: rest.dropLast(5), as: UTF8.self)
    }
}
