#if os(Linux)
    import COpenSSL
    import MimeographFiles
    import MimeographSupport

    /// Certificates that a chain may end at, as OpenSSL looks them up.
    ///
    /// It is unchecked because the compiler knows nothing about the structure that the pointer is for: it is filled here, and what
    /// OpenSSL adds later, when it looks into a folder, it adds under a lock of its own.
    @safe
    final class OpenSSLStore: @unchecked Sendable {
        /// Where certificates of authorities lie.
        struct Locations: Hashable, Sendable {
            /// A file of certificates in PEM form.
            var file: String?
            /// A folder of files that are named by digests of their subjects.
            var folder: String?
        }

        let pointer: OpaquePointer
        /// Whether all of what was to be loaded could be.
        let isComplete: Bool
        /// The SHA-256 of the file that was loaded, in hexadecimal digits; nil if none was read.
        let fileDigest: String?

        /// Makes a store; nil where the system has no memory left.
        init?(_ locations: [Locations], _ certificates: [Certificate]) {
            OpenSSLLibrary.prepare()
            // SAFETY: the store is this object's, and freed in `deinit`; it takes references to the certificates of its own.
            guard let pointer = unsafe X509_STORE_new() else { return nil }
            unsafe self.pointer = pointer
            var isComplete = true
            var fileDigest: String?
            for each in locations {
                if let file = each.file {
                    // OpenSSL itself would wait for a pipe, on the thread of all exchanges.
                    let bytes = (try? SystemFile.contents(of: file, atMost: Self.mostBytesOfFile)) ?? []
                    if !bytes.isEmpty { fileDigest = MessageDigest.sha256.hexadecimal(of: bytes) }
                    // SAFETY: the bytes live through the call, which keeps none of them.
                    let isLoaded = unsafe bytes.withUnsafeBytes { bytes in
                        unsafe mimeograph_x509_store_add(pointer, bytes.baseAddress, Int32(clamping: bytes.count)) == 1
                    }
                    if !isLoaded { isComplete = false }
                }
                if let folder = each.folder, unsafe X509_STORE_load_path(pointer, folder) != 1 { isComplete = false }
            }
            for certificate in certificates {
                if unsafe X509_STORE_add_cert(pointer, certificate.parsed.pointer) != 1 { isComplete = false }
            }
            // Any certificate here is the end of a chain, also one that another has signed.
            _ = unsafe X509_STORE_set_flags(pointer, UInt(X509_V_FLAG_PARTIAL_CHAIN))
            self.isComplete = isComplete
            self.fileDigest = fileDigest
            ERR_clear_error()
        }

        deinit {
            // SAFETY: the reference is this object's.
            unsafe X509_STORE_free(pointer)
        }

        private static let mostBytesOfFile = 64 << 20
    }

    /// The stores that policies need, each made when it is first asked for.
    ///
    /// To load what the system trusts takes some 10 ms; to find a store that was made takes next to nothing, since the lists of
    /// certificates in a policy and in what is kept here share their memory. What the system trusts is loaded again after an hour, so
    /// that a program that runs for months hears of authorities that come and go.
    final class OpenSSLStores: Sendable {
        fileprivate struct Entry {
            let hasSystem: Bool
            let certificates: [Certificate]
            let store: OpenSSLStore
            /// When it was made, in nanoseconds of ``Monotonic``.
            let made: Int64

            func holds(_ hasSystem: Bool, _ certificates: [Certificate]) -> Bool {
                self.hasSystem == hasSystem && self.certificates == certificates
            }

            var isCurrent: Bool {
                !hasSystem || Monotonic.now - made < OpenSSLStores.lifetime
            }
        }

        /// Where the system's authorities are.
        let system: OpenSSLStore.Locations
        /// What was used last comes last.
        private let entries = Locked<[Entry]>([])
        /// How many are kept; different anchors are few.
        private static let capacity = 32
        private static let lifetime: Int64 = 3600 * 1_000_000_000

        init(system: OpenSSLStore.Locations) { self.system = system }

        /// Those of the system as libcurl, or else OpenSSL, knows it.
        static let standard = OpenSSLStores(system: CurlLibrary.authorities)

        /// The store of these anchors; nil where the system has no memory left.
        func store(for anchors: SecurityPolicy.Anchors) -> OpenSSLStore? {
            let (hasSystem, certificates): (Bool, [Certificate]) =
                switch anchors {
                case .system: (true, [])
                case .systemAnd(let certificates): (true, certificates)
                case .only(let certificates): (false, certificates)
                }
            if let known = entries.withLock({ $0.use(hasSystem, certificates) }) { return known }
            guard let made = OpenSSLStore(hasSystem ? [system] : [], certificates) else { return nil }
            // What is replaced, and the oldest, are let go of after the lock is free.
            let old = entries.withLock { entries -> [Entry] in
                let old = entries
                entries.removeAll { $0.holds(hasSystem, certificates) }
                entries.append(
                    Entry(hasSystem: hasSystem, certificates: certificates, store: made, made: Monotonic.now)
                )
                if entries.count > Self.capacity { entries.removeFirst(entries.count - Self.capacity) }
                return old
            }
            _ = old
            return made
        }
    }

    extension [OpenSSLStores.Entry] {
        /// Finds a store and records that it was used.
        fileprivate mutating func use(_ hasSystem: Bool, _ certificates: [Certificate]) -> OpenSSLStore? {
            guard let index = firstIndex(where: { $0.holds(hasSystem, certificates) }), self[index].isCurrent else {
                return nil
            }
            if index < count - 1 { append(remove(at: index)) }
            return last?.store
        }
    }
#endif
