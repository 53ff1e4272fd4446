/// What the first bytes of a colour profile tell a file format that it is to be written into.
///
/// Source: ICC.1:2022 §7.2.
enum ICCProfile {
    /// Whether a profile is not for other colours than those that are written, such as the inks that a JPEG was read with.
    ///
    /// Source: ICC.1:2022 §7.2.6, table 19.
    static func fits(_ profile: [UInt8], color hasColor: Bool) -> Bool {
        guard profile.count >= 20 else { return true }
        let space = profile[16..<20]
        return !["RGB ", "GRAY", "CMYK", "Lab "].contains { $0.utf8.elementsEqual(space) }
            || space.elementsEqual((hasColor ? "RGB " : "GRAY").utf8)
    }

    /// Whether a profile has its header and the count of its tags, is as long as it says, and bears the signature of one.
    static func isWhole(_ profile: [UInt8]) -> Bool {
        guard profile.count >= 132, profile[36..<40].elementsEqual("acsp".utf8) else { return false }
        let length = profile[0..<4].reduce(0) { $0 << 8 | Int($1) }
        // Those of version 4 end at a multiple of four bytes.
        return length == profile.count && (profile[8] < 4 || length % 4 == 0)
    }
}
