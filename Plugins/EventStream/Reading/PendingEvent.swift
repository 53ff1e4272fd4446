package import Mimeograph

/// An event whose lines are still arriving.
struct PendingEvent: Sendable {
    /// The values of its `data` fields, separated by LF.
    var data: [UInt8] = []
    /// The value of its `event` field.
    var type: [UInt8] = []
    /// The number of `data` fields.
    private(set) var lineCount = 0
    /// The location of the value of the first `data` field.
    private var location: SourceLocation?

    mutating func beginLine(at location: SourceLocation) {
        if lineCount > 0 { data.append(0x0A) } else { self.location = location }
        lineCount += 1
    }

    /// Returns the event, or nil if it has no data.
    func complete(lastEventID: String, retry: Int?) -> FoundEvent? {
        guard lineCount > 0, let location else { return nil }
        // Invalid bytes are replaced, as in the decoder of the standard. Source: WHATWG Encoding §6, "UTF-8 decode".
        let valid = String(validating: data, as: UTF8.self)
        let event = ServerSentEvent(
            type: type.isEmpty ? "message" : String(decoding: type, as: UTF8.self),
            data: valid ?? String(decoding: data, as: UTF8.self),
            lastEventID: lastEventID,
            retry: retry
        )
        return FoundEvent(event: event, location: location, isValid: valid != nil)
    }

    mutating func clear() {
        data.removeAll(keepingCapacity: true)
        type.removeAll(keepingCapacity: true)
        lineCount = 0
        location = nil
    }
}

/// An event and the location of its data.
package struct FoundEvent: Sendable {
    package let event: ServerSentEvent
    /// The location of the first line of its data.
    package let location: SourceLocation
    /// Whether its data arrived as valid UTF-8, so offsets in the text are offsets in the body.
    let isValid: Bool
}

/// The fields that have a meaning. Their names are case-sensitive.
///
/// Source: WHATWG HTML §9.2.6, "process the field".
enum EventField: String, Sendable {
    case event, data, id, retry

    /// The length of the longest name in bytes.
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

/// The value of a `retry` field, parsed digit by digit.
struct RetryValue {
    /// The number, or nil if the value is empty or has anything but digits. A number too large for `Int` becomes the largest.
    private(set) var number: Int?
    private var isNumber = true

    mutating func append(_ byte: UInt8) {
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
