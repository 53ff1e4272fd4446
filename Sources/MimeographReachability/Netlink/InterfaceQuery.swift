/// The properties of a network interface that affect a route.
struct NetworkInterface: Hashable {
    let index: UInt32
    /// The type of the interface's link, one of the ARPHRD numbers.
    let linkType: UInt16
    /// The IFF bits.
    let flags: UInt32
    var name = ""
    /// The address of the interface on the link.
    var hardwareAddress: [UInt8] = []
    /// The kind of software interface, such as `veth`; nil for a device.
    var kind: String?

    /// Whether the interface is up and has a carrier. Source: netdevice(7), IFF_UP and IFF_RUNNING.
    var isRunning: Bool { flags & 0x1 != 0 && flags & 0x40 != 0 }
    /// Source: netdevice(7), IFF_LOOPBACK.
    var isLoopback: Bool { flags & 0x8 != 0 }
}

/// A query for the properties of an interface.
///
/// Source: rtnetlink(7), linux/if_link.h.
enum InterfaceQuery {
    /// The answer of the system.
    enum Answer: Hashable {
        case interface(NetworkInterface)
        /// No interface has that index.
        case missing
        /// The system gives no answer.
        case unknown
    }

    static let getLink: UInt16 = 18
    static let newLink: UInt16 = 16
    private static let headLength = 16

    /// Returns the request for the interface with an index.
    static func request(_ index: UInt32, sequence: UInt32) -> [UInt8] {
        let payload = UInt32(0).nativeBytes + index.nativeBytes + UInt32(0).nativeBytes + UInt32(0).nativeBytes
        return NetlinkMessage.request(getLink, sequence: sequence, payload: payload)
    }

    /// Returns the answer in a datagram; nil if it has no answer to this request.
    static func answer(in datagram: [UInt8], sequence: UInt32) -> Answer? {
        for message in NetlinkMessage.messages(in: datagram) where message.sequence == sequence {
            if let number = message.errorNumber {
                // ENODEV, or ENXIO from old systems.
                return number == 19 || number == 6 ? Answer.missing : .unknown
            }
            if message.type == newLink { return interface(of: message).map { .interface($0) } ?? .unknown }
        }
        return nil
    }

    private static func interface(of message: NetlinkMessage) -> NetworkInterface? {
        guard message.payload.count >= headLength, let linkType = message.payload.nativeUInt16(at: 2),
            let index = message.payload.nativeUInt32(at: 4), let flags = message.payload.nativeUInt32(at: 8)
        else { return nil }
        let attributes = message.attributes(from: headLength)
        var interface = NetworkInterface(index: index, linkType: linkType, flags: flags)
        // IFLA_ADDRESS, IFLA_IFNAME, IFLA_LINKINFO with IFLA_INFO_KIND in it.
        interface.hardwareAddress = attributes[1].map(Array.init) ?? []
        interface.name = attributes[3].map(text) ?? ""
        interface.kind = attributes[18].flatMap { NetlinkMessage.attributes(in: $0)[1] }.map(text)
        return interface
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
