#if os(Linux)
    import Foundation
    import Testing

    @testable import MimeographReachability

    private func interface(_ name: String, type: UInt16 = 1, kind: String? = nil, flags: UInt32 = 0x43)
        -> NetworkInterface
    {
        NetworkInterface(
            index: 7,
            linkType: type,
            flags: flags,
            name: name,
            hardwareAddress: [2, 0xFC, 0, 0, 0, 1],
            kind: kind
        )
    }

    /// The files have the layout of Linux, since the test machine has no radio.
    @Suite struct InterfaceMediumTests {
        @Test(arguments: [
            (interface("e0"), ReachabilityMonitor.Medium.wired), (interface("ib0", type: 32), .wired),
            (interface("lo", type: 772, flags: 0x49), .loopback), (interface("v0", kind: "veth"), .virtual),
            (interface("docker0", kind: "bridge"), .virtual),
            (interface("wg0", type: 65534, kind: "wireguard"), .virtual),
            (interface("tun0", type: 65534, kind: "tun"), .virtual), (interface("sit0", type: 776), .virtual),
            (interface("ppp0", type: 512, kind: "ppp"), .other), (interface("ppp1", type: 512), .other),
            (interface("wwan0", type: 65534, kind: "wwan"), .cellular), (interface("rmnet0", type: 519), .cellular),
            (interface("mon0", type: 803), .wiFi), (interface("w0", kind: "virt_wifi"), .wiFi),
            (interface("x0", type: 65534), .other), (interface("", type: 1), .wired),
            (interface("..", type: 1), .wired),
            (interface("a/b", type: 1), .wired),
        ])
        func withoutFiles(interface: NetworkInterface, medium: ReachabilityMonitor.Medium) {
            #expect(InterfaceMedium(folder: "/nonexistent", isWireless: false).medium(of: interface) == medium)
        }

        /// If the files cannot be trusted, the wireless extensions decide.
        @Test func wirelessExtensions() {
            #expect(InterfaceMedium(folder: "/nonexistent", isWireless: true).medium(of: interface("w0")) == .wiFi)
        }

        @Test(arguments: [
            (["wireless/"], "", ReachabilityMonitor.Medium.wiFi), (["phy80211/"], "", .wiFi),
            ([], "DEVTYPE=wlan\nINTERFACE=x\n", .wiFi), ([], "INTERFACE=x\nDEVTYPE=wwan\n", .cellular),
            ([], "INTERFACE=x\n", .wired), ([], "DEVTYPE=wlanish\n", .wired),
        ])
        func withFiles(names: [String], event: String, medium: ReachabilityMonitor.Medium) throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            let files = folder.appendingPathComponent("x")
            try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
            for name in names {
                try FileManager.default.createDirectory(
                    at: files.appendingPathComponent(name),
                    withIntermediateDirectories: true
                )
            }
            func write(_ name: String, _ text: String) throws {
                try Data(text.utf8).write(to: files.appendingPathComponent(name))
            }
            try write("uevent", event)
            try write("ifindex", "7\n")
            try write("address", "02:fc:00:00:00:01\n")
            let rule = InterfaceMedium(folder: folder.path, isWireless: false)
            #expect(rule.medium(of: interface("x")) == medium)
            // The files have priority over the extensions.
            #expect(InterfaceMedium(folder: folder.path, isWireless: true).medium(of: interface("x")) == medium)
            // Files of another namespace's interface with the same name.
            try write("address", "02:fc:00:00:00:02\n")
            #expect(rule.medium(of: interface("x")) == .wired)
            try write("address", "02:fc:00:00:00:01\n")
            try write("ifindex", "8\n")
            #expect(rule.medium(of: interface("x")) == .wired)
        }
    }
#endif
