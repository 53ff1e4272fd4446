#if os(Linux)
    import Glibc

    /// A detector of the kind of an interface.
    struct InterfaceMedium {
        /// The directory of files in which the system describes its interfaces.
        var folder = "/sys/class/net"
        /// Whether the interface has the wireless extensions. If the directory has files about the interface, they decide
        /// instead.
        let isWireless: Bool

        /// Returns the kind of an interface.
        func medium(of interface: NetworkInterface) -> ReachabilityMonitor.Medium {
            if interface.isLoopback { return .loopback }
            switch told(of: interface) {
            case .wiFi?: return .wiFi
            case .cellular?: return .cellular
            default: break
            }
            if let kind = interface.kind {
                switch kind {
                case "wwan", "rmnet": return .cellular
                case "ppp": return .other
                case "virt_wifi": return .wiFi
                default: return .virtual
                }
            }
            // Source: linux/if_arp.h.
            switch interface.linkType {
            case 801...803: return .wiFi
            case 1, 2, 6, 32: return .wired
            case 519: return .cellular
            case 768, 769, 776, 777, 778, 823: return .virtual
            default: return .other
            }
        }

        /// Returns Wi-Fi, a mobile network or nil, from the files or, if these are about another interface, the wireless
        /// extensions.
        private func told(of interface: NetworkInterface) -> ReachabilityMonitor.Medium? {
            guard !interface.name.isEmpty, interface.name != ".", interface.name != "..",
                !interface.name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
            else { return nil }
            let files = "\(folder)/\(interface.name)"
            guard isAbout(interface, files) else { return isWireless ? .wiFi : nil }
            if exists("\(files)/wireless") || exists("\(files)/phy80211") { return .wiFi }
            let lines = text("\(files)/uevent").split(separator: "\n")
            if lines.contains("DEVTYPE=wlan") { return .wiFi }
            return lines.contains("DEVTYPE=wwan") ? .cellular : nil
        }

        /// Returns whether the files describe this interface, not one of another network namespace, which may have the same name
        /// and index.
        private func isAbout(_ interface: NetworkInterface, _ files: String) -> Bool {
            guard text("\(files)/ifindex") == "\(interface.index)" else { return false }
            let address = interface.hardwareAddress.map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
            return text("\(files)/address") == address.joined(separator: ":")
        }

        /// Returns whether a file exists at a path.
        private func exists(_ path: String) -> Bool {
            // SAFETY: Swift hands over a C string that lives through the call.
            unsafe access(path, F_OK) == 0
        }

        /// Returns the text of a file without the final line break; empty if the file is missing. The description of a device
        /// fits into one page, so one call reads all of it.
        private func text(_ path: String) -> String {
            // SAFETY: Swift hands over a C string that lives through the call.
            let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
            guard descriptor >= 0 else { return "" }
            defer { close(descriptor) }
            // SAFETY: the pointer and the count are the buffer's; the call says how many bytes it has written.
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, initializedCount in
                initializedCount = max(0, unsafe read(descriptor, buffer.baseAddress, buffer.count))
            }
            var text = String(decoding: bytes, as: UTF8.self)
            if text.hasSuffix("\n") { text.removeLast() }
            return text
        }
    }
#endif
