/// The fields that mean something. Their names are compared with regard to case.
///
/// Source: WHATWG HTML §9.2.6, "process the field".
enum EventField: String {
    case event, data, id, retry

    /// The bytes of the longest name.
    static let longestName = 5

    init?(name: [UInt8]) {
        switch name.count {
        case 2 where name.elementsEqual("id".utf8): self = .id
        case 4 where name.elementsEqual("data".utf8): self = .data
        case 5 where name.elementsEqual("event".utf8): self = .event
        case 5 where name.elementsEqual("retry".utf8): self = .retry
        default: return nil
        }
    }
}

/// The value of a `retry` field, digit by digit.
struct RetryValue {
    /// The number; nil where there is no digit, or something else. One that no `Int` holds is the largest.
    private(set) var number: Int?
    private var isNumber = true

    mutating func take(_ byte: UInt8) {
        guard isNumber, (0x30...0x39).contains(byte) else {
            isNumber = false
            number = nil
            return
        }
        let (product, overflow) = (number ?? 0).multipliedReportingOverflow(by: 10)
        let (sum, carry) = product.addingReportingOverflow(Int(byte - 0x30))
        number = overflow || carry ? .max : sum
    }
}
