import Mimeograph

/// A number that is read from a text.
protocol FormNumber: Decodable {
    /// The number that the whole text stands for, or nil where it stands for none.
    init?(formText: String)
}

extension FormNumber where Self: FixedWidthInteger {
    init?(formText: String) { self.init(formText) }
}

extension FormNumber where Self: LosslessStringConvertible & BinaryFloatingPoint {
    /// A decimal number, or one of the words that are written for what is none. The standard library would read
    /// hexadecimal numbers and `nan(0x1)` as well.
    init?(formText: String) {
        switch ByteEqualString(formText) {
        case "nan", "inf", "-inf": break
        default: guard formText.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
        }
        self.init(formText)
    }
}

extension Int: FormNumber {}
extension Int8: FormNumber {}
extension Int16: FormNumber {}
extension Int32: FormNumber {}
extension Int64: FormNumber {}
extension Int128: FormNumber {}
extension UInt: FormNumber {}
extension UInt8: FormNumber {}
extension UInt16: FormNumber {}
extension UInt32: FormNumber {}
extension UInt64: FormNumber {}
extension UInt128: FormNumber {}
extension Double: FormNumber {}
extension Float: FormNumber {}
