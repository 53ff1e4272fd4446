import Mimeograph

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Domain names with characters outside ASCII, in the form that is sent: `bücher.example` is `xn--bcher-kva.example`.
///
/// The system's libidn2 converts them. Most builds of libcurl need it, so it is there on most systems. It is opened when a program
/// first uses such a name. The library follows IDNA 2008, which has no symbols and emoji. Such a name is rejected; its form in ASCII
/// is not.
///
/// Source: UTS #46, ToASCII with nontransitional processing and without `UseSTD3ASCIIRules`; idn2_to_ascii_8z(3).
enum InternationalName {
    /// No longer text can become a name of 253 bytes, unless it consists of characters that are removed.
    private static let mostBytes = 1024

    /// Converts a host that has characters outside ASCII. The result may be anything in ASCII, also an IPv4 address.
    ///
    /// - Throws: ``SessionError/Code/invalidURL``.
    static func ascii(_ name: Substring) throws(SessionError) -> String {
        let remedy = "Write the name in ASCII, for example xn--bcher-kva.example."
        guard name.utf8.count <= mostBytes else {
            throw .invalidURL("Its host has more than \(mostBytes) bytes.", remedy: "Write a shorter name.")
        }
        #if os(Linux)
            guard let library = Library.system else {
                throw .invalidURL(
                    "Its host has characters outside of ASCII, and this system has no libidn2, which converts them.",
                    remedy: "Install libidn2 (Debian: libidn2-0), or write the name in ASCII: xn--…."
                )
            }
            switch library.ascii(String(name)) {
            case .name(let text) where text.utf8.allSatisfy { $0 < 0x80 }: return text
            case .name: throw .invalidURL("Its host cannot be converted to ASCII.", remedy: remedy)
            case .failure(_, let reason):
                throw .invalidURL("Its host cannot be converted to ASCII: \(reason).", remedy: remedy)
            }
        #else
            throw .invalidURL(
                "Its host has characters outside of ASCII, which are converted only on Linux.",
                remedy: remedy
            )
        #endif
    }

    /// Whether a label in ASCII begins with `xn--` but stands for no valid label. Symbols, emoji and characters that are newer than the
    /// library are valid here. Without the library, every label is.
    static func isInvalid(label: Substring) -> Bool {
        #if os(Linux)
            guard label.lowercased().beginsWithBytes(of: "xn--"), let library = Library.system,
                case .failure(let code, _) = library.ascii(String(label))
            else { return false }
            // Source: idn2.h, IDN2_DISALLOWED and IDN2_UNASSIGNED.
            return code != -304 && code != -309
        #else
            return false
        #endif
    }

    #if os(Linux)
        /// The functions of libidn2.
        @safe private struct Library: Sendable {
            enum Result {
                case name(String)
                case failure(code: Int32, reason: String)
            }

            private typealias Text = UnsafeMutablePointer<CChar>
            private let convert:
                @convention(c) @Sendable (UnsafePointer<CChar>, UnsafeMutablePointer<Text?>, Int32) -> Int32
            private let release: @convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void
            private let reason: @convention(c) @Sendable (Int32) -> UnsafePointer<CChar>?

            /// The library of the system; nil if there is none. It stays open.
            static let system = Library()

            private init?() {
                // SAFETY: the names are constant texts. The functions have had these types since version 2.0 of the library.
                guard let library = unsafe dlopen("libidn2.so.0", RTLD_NOW | RTLD_LOCAL),
                    let convert = unsafe dlsym(library, "idn2_to_ascii_8z"),
                    let release = unsafe dlsym(library, "idn2_free"),
                    let reason = unsafe dlsym(library, "idn2_strerror")
                else { return nil }
                unsafe self.convert = unsafeBitCast(convert, to: type(of: self.convert))
                unsafe self.release = unsafeBitCast(release, to: type(of: self.release))
                unsafe self.reason = unsafeBitCast(reason, to: type(of: self.reason))
            }

            func ascii(_ name: String) -> Result {
                // SAFETY: Swift passes the name for the call. The result is copied before it is freed.
                var result: Text?
                // Source: idn2.h, IDN2_NFC_INPUT and IDN2_NONTRANSITIONAL.
                let code = unsafe convert(name, &result, 1 | 8)
                defer { unsafe release(result) }
                if code == 0, let result = unsafe result { return .name(unsafe String(cString: result)) }
                return .failure(
                    code: code,
                    reason: unsafe reason(code).map { unsafe String(cString: $0) } ?? "error \(code)"
                )
            }
        }
    #endif
}
