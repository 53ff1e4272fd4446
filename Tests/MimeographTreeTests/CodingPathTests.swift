import Mimeograph
import MimeographTree
import Testing

@Suite struct CodingPathTests {
    @Test func stepsArePushedAndPopped() {
        var path = CodingPath()
        path.replaceLast(index: 9)
        path.removeLast()
        #expect(path.steps.isEmpty && path.count == 0)
        for index in 0..<3 { path.append(index: index) }
        path.replaceLast(PlainCodingKey("last"))
        #expect(path.steps.codingPath.map(\.stringValue) == ["Index 0", "Index 1", "last"])
        path.removeLast()
        path.removeLast()
        path.replaceLast(index: 7)
        #expect(path.steps.codingPath.map(\.intValue) == [7] && path.count == 1)
        #expect(CodingPath([.index(1), .index(2)]).steps.codingPath.map(\.intValue) == [1, 2])
    }

    @Test func plainKeysHaveATextOrAnIndex() {
        #expect(PlainCodingKey("a").intValue == nil && PlainCodingKey(stringValue: "a").stringValue == "a")
        #expect(PlainCodingKey(index: 3).stringValue == "Index 3" && PlainCodingKey(index: 3).intValue == 3)
        #expect(PlainCodingKey(intValue: 3).stringValue == "3" && PlainCodingKey(intValue: 3).intValue == 3)
        #expect(PlainCodingKey.super.stringValue == "super")
    }
}
