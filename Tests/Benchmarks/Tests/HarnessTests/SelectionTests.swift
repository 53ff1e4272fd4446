import Harness
import Testing

@Suite struct SelectionTests {
    @Test func nothingNamedIsEverything() {
        #expect(Selection().contains("parse"))
        #expect(Selection(parts: ["walk"]).contains("walk"))
        #expect(!Selection(parts: ["walk"]).contains("parse"))
    }
}
