import Foundation
import Mimeograph
import MimeographFoundation
import MimeographJSON
import Testing

/// A `DateFormatter` as a strategy.
@Suite struct FormattedDatesTests {
    static func formatter() -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "dd.MM.yyyy HH:mm"
        return formatter
    }

    @Test func thereAndBack() throws {
        let formatter = Self.formatter()
        let format = JSONFormat(dates: .formatted(formatter))
        // The strategy has its own copy.
        formatter.dateFormat = "yyyy"
        let text = #"{"at":["03.02.2026 04:05"]}"#
        let decoded = try format.decode([String: [Date]].self, from: text.utf8)
        #expect(decoded["at"]?.first == Date(timeIntervalSince1970: 1_770_091_500))
        #expect(String(decoding: try format.encode(decoded), as: UTF8.self) == text)
    }

    @Test(arguments: [#"["yesterday"]"#, "[5]", "[null]"])
    func refusals(_ text: String) throws {
        let format = JSONFormat(dates: .formatted(Self.formatter()))
        do {
            _ = try format.decode([Date].self, from: text.utf8)
            Issue.record("a date was made of \(text)")
        } catch {
            #expect(error.code == .dataShape)
            #expect(error.codingPath.map(\.stringValue) == ["Index 0"])
        }
    }
}
