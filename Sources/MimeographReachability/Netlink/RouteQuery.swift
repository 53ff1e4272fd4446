/// A query for the route of packets to an address.
///
/// The system decides as it does for a packet, by rules, tables, metrics and caches. Source: rtnetlink(7), linux/rtnetlink.h.
enum RouteQuery {
    /// The answer of the system.
    enum Answer: Hashable {
        /// Packets have no route, or a rejecting one.
        case nowhere
        /// The address belongs to this machine.
        case local
        /// Packets leave by the interface with this index.
        case interface(UInt32)
        /// Packets leave by a route without an interface index.
        case elsewhere
        /// The system gives no answer.
        case unknown
    }

    static let getRoute: UInt16 = 26
    static let newRoute: UInt16 = 24
    private static let destination: UInt16 = 1
    private static let outgoingInterface: UInt16 = 4
    private static let headLength = 12

    /// Returns the request for an address.
    static func request(_ address: NetworkAddress, sequence: UInt32) -> [UInt8] {
        let isVersion4 = address.bytes.count == 4
        // AF_INET or AF_INET6, the bits of the destination, and ten bytes that are zero in a query.
        var payload: [UInt8] = [isVersion4 ? 2 : 10, isVersion4 ? 32 : 128] + Array(repeating: 0, count: 10)
        payload += NetlinkMessage.attribute(destination, address.bytes)
        if address.scope != 0 { payload += NetlinkMessage.attribute(outgoingInterface, address.scope.nativeBytes) }
        return NetlinkMessage.request(getRoute, sequence: sequence, payload: payload)
    }

    /// Returns the answer in a datagram; nil if it has no answer to this request.
    static func answer(in datagram: [UInt8], sequence: UInt32) -> Answer? {
        for message in NetlinkMessage.messages(in: datagram) where message.sequence == sequence {
            if let number = message.errorNumber { return answer(ofError: number) }
            if message.type == newRoute { return answer(of: message) }
        }
        return nil
    }

    private static func answer(ofError number: Int32) -> Answer {
        switch number {
        // Errors of the system itself, not of the routes: EINTR, ENOMEM, EBUSY, ENOBUFS.
        case 4, 12, 16, 105: .unknown
        // A success without a route.
        case 0: .unknown
        // No route, a rejecting route, or an unsupported address family.
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

/// An IPv4 or IPv6 address. An address that is valid on one link only includes its interface.
struct NetworkAddress: Hashable, Sendable {
    /// 4 or 16 bytes in network order.
    let bytes: [UInt8]
    /// The index of the interface; 0 if the address needs none.
    var scope: UInt32 = 0

    /// Makes an address from 4 or 16 bytes; nil for another number. An IPv4-mapped IPv6 address becomes an IPv4 address.
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

    /// Addresses that represent the Internet, of a root name server: no network has its own route to them. Nothing is sent there.
    ///
    /// An address of all zeros means the default route in tables, but the machine itself in a query.
    /// Source: a.root-servers.net in IANA's root hints.
    static let farAway: [NetworkAddress] = [
        NetworkAddress([198, 41, 0, 4]),
        NetworkAddress([0x20, 0x01, 0x05, 0x03, 0xBA, 0x3E, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0x30]),
    ].compactMap { $0 }
}
