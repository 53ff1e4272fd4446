import Foundation
import Testing

@testable import MimeographSession

/// Tests that dates in fields other than Set-Cookie have exactly three forms.
@Suite struct HTTPDateTests {
    /// Texts and their seconds since 1970. Source: RFC 9110 §5.6.7; RFC 9111 §4.2 for letters in any case.
    static let dates: [(String, Double?)] = [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Wed Nov 16 08:49:37 1994", 784_975_777),
        ("SUN, 06 nov 1994 08:49:37 gmt", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Sun, 21 Nov 2286 04:46:39 GMT", 10_000_039_599), ("Thu, 18 Aug 2050 02:01:18 GMT", 2_544_400_878),
        ("Thursday, 18-Aug-50 02:01:18 GMT", 2_544_400_878),
        // A year that is fifty or more years ahead belongs to the previous century.
        ("Saturday, 01-Jan-83 00:00:00 GMT", 410_227_200),
        ("Thu, 18 Aug 2050 02:01:18 UTC", nil), ("Thu, 18 Aug 2050 02:01:18 AEST", nil),
        ("Thu, 18 Aug 2050 02:01:18 +0000", nil), ("Thu, 18 Aug 2050 02:01:18", nil),
        ("Thu 18 Aug 2050 02:01:18 GMT", nil), ("Thu, 18  Aug  2050 02:01:18 GMT", nil),
        ("Thu, 18 Aug 2050 02.01.18 GMT", nil), ("Thu, 18 Aug 50 02:01:18 GMT", nil),
        ("Thu, 18-Aug-2050 02:01:18 GMT", nil), ("Thu, 18 Aug 2050 2:01:18 GMT", nil),
        ("Thu, 8 Aug 2050 02:01:18 GMT", nil), ("18 Aug 2050 02:01:18 GMT", nil),
        ("Xyz, 18 Aug 2050 02:01:18 GMT", nil),
        ("Thu, 18 Aug 2050 02:01:18 GMT ", nil), ("Thu, 18 Aug 2050 02:01:18 GMT\u{301}", nil),
        ("Thu, 18 Aug 2050 24:01:18 GMT", nil), ("Thu, 31 Feb 2050 02:01:18 GMT", nil),
        ("Thu, 00 Feb 2050 02:01:18 GMT", nil), ("0", nil), ("", nil), ("-1", nil), ("Sun Nov 6 08:49:37 1994", nil),
        ("Sun Nov  6 08:49:37 1994 GMT", nil),
    ]

    @Test(arguments: dates.indices)
    func onlyHTTPDatesAreRead(_ index: Int) {
        let (text, second) = Self.dates[index]
        #expect(HTTPDate.parse(text)?.timeIntervalSince1970 == second, "\(text)")
    }

    @Test func noPrefixOfADateIsOne() {
        for (text, second) in Self.dates where second != nil {
            for end in text.indices { #expect(HTTPDate.parse(String(text[..<end])) == nil) }
        }
    }
}
