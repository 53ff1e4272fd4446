extension [any ImageCodec] {
    /// The formats that this module reads, in the order in which they are asked: PNG, JPEG, BMP, icons and XBM.
    public static var standard: [any ImageCodec] { [.png, .jpeg, .bmp, .ico, .xbm] }
}
