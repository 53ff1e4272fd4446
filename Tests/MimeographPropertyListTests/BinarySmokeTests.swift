import Mimeograph
import Testing

@testable import MimeographPropertyList

@Suite struct BinarySmokeTests {
    @Test func empty() { #expect((try? PropertyList(parsing: [UInt8]())) == nil) }
}
