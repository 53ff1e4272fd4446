extension UInt8 {
    /// What the byte stands for where it is a hexadecimal digit in ASCII, small or capital; nil where it is none.
    package var hexDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - 48
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - 87
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - 55
        default: nil
        }
    }
}
