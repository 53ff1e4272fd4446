extension [any ImageCodec] {
    /// The formats that this module reads, in the order in which they are asked.
    public static var standard: [any ImageCodec] { [.png, .jpeg] }
}
