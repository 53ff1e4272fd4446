import Foundation
import Mimeograph
import MimeographForm
import MimeographFoundation
import Testing

@Suite struct RequestsFoundationTests {
    private let value = ["date": Date(timeIntervalSinceReferenceDate: 123.5)]

    @Test func datesByAFormatter() throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy/MM/dd"
        var encoder = QueryEncoder.alamofire
        encoder.dates = .formatted(formatter)
        formatter.dateFormat = "HH"
        #expect(try encoder.encode(value) == "date=2001/01/01")
    }

    @Test func datesByAClosure() throws {
        struct Failure: Error {}
        var encoder = QueryEncoder.alamofire
        encoder.dates = .text { "\($0.timeIntervalSinceReferenceDate)" }
        #expect(try encoder.encode(value) == "date=123.5")
        encoder.dates = .text { _ in throw Failure() }
        #expect { try encoder.encode(value) } throws: { ($0 as? SerializationError)?.underlying.first is Failure }
    }

    @Test func thisProcess() throws {
        let client = ClientDescription.current
        #expect(!client.name.isEmpty)
        #expect(client.userAgent != nil)
        #if os(Linux)
            #expect(client == ClientDescription(environment: ProcessInfo.processInfo.environment))
        #endif
        let serializer = HTTPRequestSerializer.forThisProcess
        #expect(serializer.fields["User-Agent"] == client.userAgent)
        #expect(serializer.fields["Accept-Language"] == client.acceptLanguage)
    }
}
