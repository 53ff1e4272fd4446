#if os(Linux)
    import COpenSSL
    import MimeographFiles
    import MimeographSupport

    /// A store of OpenSSL with the certificates that a chain may end at.
    ///
    /// It is unchecked because the compiler does not know the structure behind the pointer. It is filled here; what OpenSSL adds
    /// later, when it searches a folder, it adds under its own lock.
    @safe
    final class OpenSSLStore: @unchecked Sendable {
        /// A location of authorities' certificates.
        struct Locations: Hashable, Sendable {
            /// A file of certificates in PEM form.
            var file: String?
            /// A folder of files that are named after digests of their subjects.
            var folder: String?
        }

        let pointer: OpaquePointer
        /// Whether everything could be loaded.
        let isComplete: Bool
        /// The SHA-256 of the file that was loaded, in hexadecimal digits; nil if none was read.
        let fileDigest: String?

        /// Makes a store; nil if the system is out of memory.
        init?(_ locations: [Locations], _ certificates: [Certificate]) {
            OpenSSLLibrary.prepare()
            // SAFETY: this object owns the store and frees it in `deinit`; the store takes its own references to certificates.
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
            // Any certificate here can end a chain, even if another certificate has signed it.
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

    /// The stores that policies need, each made on first use.
    ///
    /// Loading the system's authorities takes some 10 ms. Finding an existing store takes next to nothing, because the
    /// certificate lists of a policy and of its store share their memory. The system's authorities are loaded again after an
    /// hour, so that a program that runs for months sees changes.
    final class OpenSSLStores: Sendable {
        fileprivate struct Entry {
            let hasSystem: Bool
            let certificates: [Certificate]
            let store: OpenSSLStore
            /// The time when it was made, in nanoseconds of ``Monotonic``.
            let made: Int64

            func holds(_ hasSystem: Bool, _ certificates: [Certificate]) -> Bool {
                self.hasSystem == hasSystem && self.certificates == certificates
            }

            var isCurrent: Bool {
                !hasSystem || Monotonic.now - made < OpenSSLStores.lifetime
            }
        }

        /// The locations of the system's authorities.
        let system: OpenSSLStore.Locations
        /// The stores in the order of their last use, the latest last.
        private let entries = Locked<[Entry]>([])
        /// The most stores that are kept. Programs use few different anchors.
        private static let capacity = 32
        private static let lifetime: Int64 = 3600 * 1_000_000_000

        init(system: OpenSSLStore.Locations) { self.system = system }

        /// The stores with the system's authorities as libcurl, or else OpenSSL, finds them.
        static let standard = OpenSSLStores(system: CurlLibrary.authorities)

        /// Returns the store for these anchors; nil if the system is out of memory.
        func store(for anchors: SecurityPolicy.Anchors) -> OpenSSLStore? {
            let (hasSystem, certificates): (Bool, [Certificate]) =
                switch anchors {
                case .system: (true, [])
                case .systemAnd(let certificates): (true, certificates)
                case .only(let certificates): (false, certificates)
                }
            if let known = entries.withLock({ $0.use(hasSystem, certificates) }) { return known }
            guard let made = OpenSSLStore(hasSystem ? [system] : [], certificates) else { return nil }
            // Replaced and old entries are released after the lock is released.
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
