/// Asks the system which way packets to an address would take.
///
/// It decides as it would for a packet, by rules, tables, metrics and caches. Source: rtnetlink(7), linux/rtnetlink.h.
enum RouteQuery {
    /// What the system says.
    enum Answer: Hashable {
        /// Packets go nowhere.
        case nowhere
        /// The address is the machine's own.
        case local
        /// They leave by the interface of this index.
        case interface(UInt32)
        /// They leave by something that has no index.
        case elsewhere
        /// It does not say.
        case unknown
    }

    static let getRoute: UInt16 = 26
    static let newRoute: UInt16 = 24
    private static let destination: UInt16 = 1
    private static let outgoingInterface: UInt16 = 4
    private static let headLength = 12

    /// The request for an address.
    static func request(_ address: NetworkAddress, sequence: UInt32) -> [UInt8] {
        let isVersion4 = address.bytes.count == 4
        // AF_INET or AF_INET6, the bits of the destination, and ten bytes that a question leaves open.
        var payload: [UInt8] = [isVersion4 ? 2 : 10, isVersion4 ? 32 : 128] + Array(repeating: 0, count: 10)
        payload += NetlinkMessage.attribute(destination, address.bytes)
        if address.scope != 0 { payload += NetlinkMessage.attribute(outgoingInterface, address.scope.nativeBytes) }
        return NetlinkMessage.request(getRoute, sequence: sequence, payload: payload)
    }

    /// The answer that a datagram has; nil where it has none to this request.
    static func answer(in datagram: [UInt8], sequence: UInt32) -> Answer? {
        for message in NetlinkMessage.messages(in: datagram) where message.sequence == sequence {
            if let number = message.errorNumber { return answer(ofError: number) }
            if message.type == newRoute { return answer(of: message) }
        }
        return nil
    }

    private static func answer(ofError number: Int32) -> Answer {
        switch number {
        // Of the system itself, not of the routes: EINTR, ENOMEM, EBUSY, ENOBUFS.
        case 4, 12, 16, 105: .unknown
        // Nothing is wrong, and nothing is said.
        case 0: .unknown
        // No route, one that refuses, a family that the system has not got.
        default: .nowhere
        }
    }

    private static func answer(of message: NetlinkMessage) -> Answer {
        guard message.payload.count >= headLength else { return .unknown }
        // The eighth byte: RTN_UNICAST is 1, LOCAL 2, BROADCAST 3, ANYCAST 4, MULTICAST 5; BLACKHOLE, UNREACHABLE, PROHIBIT and
        // THROW are 6 to 9.
        switch message.payload[message.payload.startIndex + 7] {
        case 2: return .local
        case 1, 3, 4, 5:
            guard let value = message.attributes(from: headLength)[outgoingInterface] else { return .elsewhere }
            return value.nativeUInt32(at: 0).map { .interface($0) } ?? .unknown
        default: return .nowhere
        }
    }
}

/// An address of IPv4 or IPv6, and for one that means something on one link only, which.
struct NetworkAddress: Hashable, Sendable {
    /// 4 bytes or 16, in the order of the network.
    let bytes: [UInt8]
    /// The index of the interface; 0 where the address does not need one.
    var scope: UInt32 = 0

    /// An address of as many bytes; nil for another number. One of IPv4 in the clothes of IPv6 is of IPv4.
    init?(_ bytes: [UInt8], scope: UInt32 = 0) {
        let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        switch bytes.count {
        case 4: self.bytes = bytes
        case 16 where bytes.starts(with: mappedPrefix): self.bytes = Array(bytes[12...])
        case 16:
            self.bytes = bytes
            self.scope = scope
        default: return nil
        }
    }

    /// The addresses to which the way is that to the Internet: those of a root name server, of which no network has its own idea.
    /// Nothing is sent to them.
    ///
    /// The address of all zeros, which stands for the default route in tables, means the machine itself in a question.
    /// Source: a.root-servers.net in IANA's root hints.
    static let farAway: [NetworkAddress] = [
        NetworkAddress([198, 41, 0, 4]),
        NetworkAddress([0x20, 0x01, 0x05, 0x03, 0xBA, 0x3E, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0x30]),
    ].compactMap { $0 }
}
