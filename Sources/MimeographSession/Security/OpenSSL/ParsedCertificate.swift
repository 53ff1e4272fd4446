#if os(Linux)
    import COpenSSL

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// A certificate as OpenSSL holds it.
    ///
    /// It is unchecked because the compiler knows nothing about the structure that the pointer is for: no code changes it after it was
    /// made, its count of references is atomic, and what OpenSSL works out later it keeps under a lock of its own.
    @safe
    final class ParsedCertificate: @unchecked Sendable {
        let pointer: OpaquePointer

        /// Shares a certificate that another structure of OpenSSL's has.
        init?(sharing pointer: OpaquePointer?) {
            // SAFETY: the caller's certificate is alive; the reference that is taken is given back in `deinit`.
            guard let pointer = unsafe pointer, unsafe X509_up_ref(pointer) == 1 else { return nil }
            unsafe self.pointer = pointer
        }

        /// Reads a certificate; nil where the bytes are none, or more than one.
        init?(der: [UInt8]) {
            OpenSSLLibrary.prepare()
            // SAFETY: the bytes live through the call, which moves the pointer over what it has read; the reference is freed in
            // `deinit`.
            let parsed = unsafe der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
                var start = bytes.baseAddress
                guard let end = unsafe start.map({ unsafe $0 + bytes.count }),
                    let made = unsafe d2i_X509(nil, &start, bytes.count)
                else { return nil }
                if unsafe start == end { return unsafe made }
                unsafe X509_free(made)
                return nil
            }
            ERR_clear_error()
            guard let pointer = unsafe parsed else { return nil }
            unsafe self.pointer = pointer
        }

        deinit {
            // SAFETY: the reference is this object's.
            unsafe X509_free(pointer)
        }

        /// The encoding; nil where there is no memory for it.
        var der: [UInt8]? {
            // SAFETY: the certificate is alive.
            unsafe OpenSSLBytes.encoded { unsafe i2d_X509(pointer, $0) }
        }

        /// The SHA-256 of the SubjectPublicKeyInfo; nil where the key cannot be encoded again.
        var keyDigest: [UInt8]? {
            // SAFETY: the certificate is alive, and so is the key in it.
            guard let key = unsafe X509_get_X509_PUBKEY(pointer),
                let bytes = unsafe OpenSSLBytes.encoded({ unsafe i2d_X509_PUBKEY(key, $0) })
            else { return nil }
            return MessageDigest.sha256.digest(of: bytes)
        }

        // SAFETY: both names belong to the certificate, which is alive.

        /// The name that it is for.
        var subject: String { unsafe Self.text(X509_get_subject_name(pointer)) }

        /// Who signed it.
        var issuer: String { unsafe Self.text(X509_get_issuer_name(pointer)) }

        private static func text(_ name: OpaquePointer?) -> String {
            // SAFETY: the name belongs to a certificate that is alive, and what was printed is copied before it is freed.
            guard let bio = unsafe BIO_new(BIO_s_mem()) else { return "" }
            defer { _ = unsafe BIO_free(bio) }
            guard let name = unsafe name, unsafe mimeograph_x509_name_print(bio, name) >= 0 else {
                ERR_clear_error()
                return "(a name that cannot be read)"
            }
            var start: UnsafePointer<CChar>?
            let count = unsafe mimeograph_bio_contents(bio, &start)
            let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
            return unsafe String(decoding: bytes, as: UTF8.self)
        }

        /// The names of hosts, and the addresses, that it is for.
        var hostNames: [String] {
            // SAFETY: the names are this function's own, and freed before it returns.
            guard let extensionValue = unsafe X509_get_ext_d2i(pointer, NID_subject_alt_name, nil, nil) else {
                return []
            }
            let names = OpaquePointer(extensionValue)
            defer { unsafe GENERAL_NAMES_free(names) }
            var found: [String] = []
            for index in 0..<(unsafe mimeograph_general_names_count(names)) {
                var kind: Int32 = 0
                var count: Int32 = 0
                guard let name = unsafe mimeograph_general_name_at(names, index),
                    let start = unsafe mimeograph_general_name_bytes(name, &kind, &count)
                else { continue }
                let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
                found.append(kind == GEN_DNS ? String(decoding: bytes, as: UTF8.self) : HostName.text(ofAddress: bytes))
            }
            return found
        }

        /// The first and the last moment at which it is valid.
        var validity: (from: Date, until: Date)? {
            // SAFETY: the times belong to the certificate, which is alive.
            guard let from = unsafe Self.date(X509_get0_notBefore(pointer)),
                let until = unsafe Self.date(X509_get0_notAfter(pointer))
            else { return nil }
            return (from, until)
        }

        private static func date(_ time: UnsafePointer<ASN1_TIME>?) -> Date? {
            // SAFETY: the caller vouches for the time; both variables are of the types that the calls fill.
            var days: Int32 = 0
            var seconds: Int32 = 0
            guard let epoch = unsafe ASN1_TIME_set(nil, 0) else { return nil }
            defer { unsafe ASN1_STRING_free(epoch) }
            guard let time = unsafe time, unsafe ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else {
                ERR_clear_error()
                return nil
            }
            return Date(timeIntervalSince1970: Double(days) * 86_400 + Double(seconds))
        }
    }

    /// Bytes that OpenSSL makes.
    enum OpenSSLBytes {
        /// What an encoder of OpenSSL's (i2d) gives; it is called with nil for the size, then with a buffer to write to.
        static func encoded(_ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8]? {
            let size = encode(nil)
            guard size > 0 else {
                ERR_clear_error()
                return nil
            }
            var bytes = [UInt8](repeating: 0, count: Int(size))
            // SAFETY: the buffer has the size that was asked for just before; nothing changes what is encoded.
            let written = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
                var start = buffer.baseAddress
                return unsafe encode(&start)
            }
            return written == size ? bytes : nil
        }
    }
#endif
