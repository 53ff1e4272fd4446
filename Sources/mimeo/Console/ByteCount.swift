/// A number of bytes for a person.
enum ByteCount {
    /// `1 byte`, `999 bytes`, `1.0 kB`, `12.3 MB`: powers of 1000, as disks are sold.
    static func text(_ count: Int64) -> String {
        if count < 1000 { return "\(count) byte\(count == 1 ? "" : "s")" }
        var tenths = count / 100
        for unit in ["kB", "MB", "GB"] {
            if tenths < 10_000 { return "\(tenths / 10).\(tenths % 10) \(unit)" }
            tenths /= 1000
        }
        return "\(tenths / 10).\(tenths % 10) TB"
    }
}
