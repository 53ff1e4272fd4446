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
