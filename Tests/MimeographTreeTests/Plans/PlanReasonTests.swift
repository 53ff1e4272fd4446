import Mimeograph
import MimeographJSON
import Testing

/// The reasons why a marked type is coded by its own functions.
struct PlanReasonTests {
    private static func reason(_ type: any PlanSample.Type) -> String? {
        (type as? any SynthesizedCodable.Type)?.unmarkedReason
    }

    private static func codeAll(_ type: any PlanSample.Type, in format: PlanFormat) {
        func codeAll<Sample: PlanSample>(_ type: Sample.Type) {
            for sample in Sample.samples {
                if case .success(let bytes) = format.encode(sample) { _ = format.decode(type, bytes) }
            }
        }
        codeAll(type)
    }

    private static let formats = [PlanFormat.json[0], PlanFormat.json[4], PlanFormat.binary[1], PlanFormat.binary[4]]

    @Test(arguments: formats.indices)
    func typesWithFunctionsOfTheirOwnHaveAReason(format: Int) {
        func all<Mark: PlanMark>(_ mark: Mark.Type) -> [any PlanSample.Type] { falselyMarkedSamples(mark) }
        func types(_ mark: any PlanMark.Type) -> [any PlanSample.Type] { all(mark) }
        for type in types(PlanTwins.freshMark(120 + format)) {
            Self.codeAll(type, in: Self.formats[format])
            let name = "\(type)"
            // The functions of the first are the compiler's. The next two are coded rightly by a plan, because a plan may leave
            // optionals to themselves. A raw value is compared only inside of a plan.
            if ["HoldsOwnRaw<", "WritesNull<", "ReadsNull<"].contains(where: { name.hasPrefix($0) }) { continue }
            if name.hasPrefix("OwnRaw"), format > 1 { continue }
            #expect(Self.reason(type) != nil, "\(PlanText.neutral("\(type)"))")
        }
    }

    @Test(arguments: formats.indices)
    func typesWithTheCompilersFunctionsHaveNone(format: Int) {
        func all<Mark: PlanMark>(_ mark: Mark.Type) -> [any PlanSample.Type] {
            scalarSamples(mark) + collectionSamples(mark) + nestedSamples(mark) + nameSamples(mark)
                + storageSamples(mark)
                + strangeSamples(mark) + classSamples(mark)
        }
        func types(_ mark: any PlanMark.Type) -> [any PlanSample.Type] { all(mark) }
        for type in types(PlanTwins.freshMark(130 + format)) {
            Self.codeAll(type, in: Self.formats[format])
            #expect(Self.reason(type) == nil, "\(PlanText.neutral("\(type)"))")
        }
        func animal<Mark: PlanMark>(_ mark: Mark.Type) -> any SynthesizedCodable.Type { Animal<Mark>.self }
        func reasonOfAnimals(_ mark: any PlanMark.Type) -> String? { animal(mark).unmarkedReason }
        #expect(reasonOfAnimals(PlanTwins.freshMark(130 + format)) == nil)
    }
}
