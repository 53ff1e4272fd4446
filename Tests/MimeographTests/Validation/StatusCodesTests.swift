import Mimeograph
import Testing

@Suite struct StatusCodesTests {
    @Test func membership() {
        for code in 200...299 { #expect(StatusCodes.successful.contains(code)) }
        for code in [Int.min, 0, 199, 300, 404, Int.max] {
            #expect(!StatusCodes.successful.contains(code))
            #expect(StatusCodes.any.contains(code))
            #expect(!StatusCodes.none.contains(code))
        }
        #expect(StatusCodes(404).contains(404))
        #expect(!StatusCodes(404).contains(405))
    }

    @Test(
        arguments: [
            ([200...299, 304...304], "200–299, 304"), ([304...304, 200...299], "200–299, 304"),
            ([200...250, 251...299], "200–299"), ([200...299, 210...220, 290...310], "200–310"), ([], "none"),
            ([Int.min...5], "\(Int.min)–5"), ([Int.min...Int.max, 5...6], "any"),
            ([Int.min ... -1, 0...Int.max], "any"),
        ] as [(StatusCodes, String)]
    )
    func canonical(codes: StatusCodes, text: String) {
        #expect(codes.description == text)
    }

    @Test func unionsAndEquality() {
        #expect(StatusCodes(400...499).union([500...599]) == .errors)
        #expect(StatusCodes.errors.hashValue == StatusCodes(400..<600).hashValue)
        #expect(StatusCodes(200..<200) == .none)
        #expect(StatusCodes.successful.union(.none) == .successful)
    }

    @Test func phrases() {
        #expect(ReasonPhrase.of(404) == "Not Found")
        #expect(ReasonPhrase.of(422) == "Unprocessable Content")
        #expect(ReasonPhrase.of(299) == nil)
        #expect(ReasonPhrase.of(Int.min) == nil)
    }
}

@Test func rangesOfAnyKind() {
    let codes: StatusCodes = [200..<300, 404...404, 410...411, 300...399]
    #expect(codes.description == "200–399, 404, 410–411")
    let errors: StatusCodes = [500..., ..<100, 7..<7, Int.max...Int.max]
    #expect(errors.contains(599) && errors.contains(99) && !errors.contains(100) && errors.contains(Int.max))
    let none: StatusCodes = []
    #expect(none == .none)
}
