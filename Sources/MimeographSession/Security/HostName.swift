#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A host as certificates and policies name it: in lower case, without brackets and final dot, an address in its one form.
struct HostName: Hashable, Sendable {
    let text: String
    let isAddress: Bool

    /// Takes the host of a URL.
    init(_ host: String) {
        var name = host.lowercased()
        if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
        if name.hasSuffix("."), name != "." { name.removeLast() }
        if let bytes = Self.address(name) {
            text = Self.text(ofAddress: bytes)
            isAddress = true
        } else {
            text = name
            isAddress = false
        }
    }

    /// The labels of a name; an address is one.
    var labels: [Substring] { isAddress ? [text[...]] : text.split(separator: ".", omittingEmptySubsequences: false) }

    /// The 4 or 16 bytes of an address; nil where the text is none.
    private static func address(_ text: String) -> [UInt8]? {
        // The system would read up to it.
        if text.utf8.contains(0) { return nil }
        for (family, size) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: size)
            // SAFETY: there is room for an address of that family, and Swift hands over the text with a zero byte at its end.
            let result = unsafe bytes.withUnsafeMutableBytes { unsafe inet_pton(family, text, $0.baseAddress) }
            if result == 1 { return bytes }
        }
        return nil
    }

    /// The text of an address of 4 or 16 bytes; of others a mark that they are none.
    static func text(ofAddress bytes: [UInt8]) -> String {
        guard bytes.count == 4 || bytes.count == 16 else { return "(no address)" }
        var text = [CChar](repeating: 0, count: 64)
        // SAFETY: both buffers live through the call; the longest text of an address has 46 bytes.
        let isMade = unsafe bytes.withUnsafeBytes { address in
            unsafe text.withUnsafeMutableBufferPointer { room in
                unsafe inet_ntop(
                    bytes.count == 4 ? AF_INET : AF_INET6,
                    address.baseAddress,
                    room.baseAddress,
                    socklen_t(room.count)
                ) != nil
            }
        }
        guard isMade else { return "(no address)" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
