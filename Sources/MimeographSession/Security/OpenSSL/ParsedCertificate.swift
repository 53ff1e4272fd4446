#if os(Linux)
    import COpenSSL

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// A certificate of OpenSSL.
    ///
    /// It is unchecked because the compiler does not know the structure behind the pointer. No code changes it after it was made,
    /// its reference count is atomic, and OpenSSL stores later results under its own lock.
    @safe
    final class ParsedCertificate: @unchecked Sendable {
        let pointer: OpaquePointer

        /// Shares a certificate that another structure of OpenSSL owns.
        init?(sharing pointer: OpaquePointer?) {
            // SAFETY: the caller's certificate is alive; the new reference is released in `deinit`.
            guard let pointer = unsafe pointer, unsafe X509_up_ref(pointer) == 1 else { return nil }
            unsafe self.pointer = pointer
        }

        /// Parses a certificate; nil if the bytes are not exactly one certificate.
        init?(der: [UInt8]) {
            OpenSSLLibrary.prepare()
            // SAFETY: the bytes live through the call, which moves the pointer past the parsed bytes; `deinit` frees the
            // reference.
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

        /// The encoding; nil if there is not enough memory.
        var der: [UInt8]? {
            // SAFETY: the certificate is alive.
            unsafe OpenSSLBytes.encoded { unsafe i2d_X509(pointer, $0) }
        }

        /// The SHA-256 of the SubjectPublicKeyInfo; nil if the key cannot be encoded.
        var keyDigest: [UInt8]? {
            // SAFETY: the certificate is alive, and so is the key in it.
            guard let key = unsafe X509_get_X509_PUBKEY(pointer),
                let bytes = unsafe OpenSSLBytes.encoded({ unsafe i2d_X509_PUBKEY(key, $0) })
            else { return nil }
            return MessageDigest.sha256.digest(of: bytes)
        }

        // SAFETY: both names belong to the certificate, which is alive.

        var subject: String { unsafe Self.text(X509_get_subject_name(pointer)) }

        var issuer: String { unsafe Self.text(X509_get_issuer_name(pointer)) }

        private static func text(_ name: OpaquePointer?) -> String {
            // SAFETY: the name belongs to a certificate that is alive; the printed text is copied before it is freed.
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

    /// Bytes that OpenSSL encodes.
    enum OpenSSLBytes {
        /// Returns the output of an OpenSSL encoder (i2d). It is called with nil for the size, then with a buffer.
        static func encoded(_ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8]? {
            let size = encode(nil)
            guard size > 0 else {
                ERR_clear_error()
                return nil
            }
            var bytes = [UInt8](repeating: 0, count: Int(size))
            // SAFETY: the buffer has the size that was returned just before, and nothing changes the encoded object.
            let written = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
                var start = buffer.baseAddress
                return unsafe encode(&start)
            }
            return written == size ? bytes : nil
        }
    }
#endif
