import Harness
import Testing

@Suite struct PageTests {
    @Test func aReportTakesThePlaceOfTheLastOneOfItsSuite() {
        var page = Page("# Figures\n")
        page.replace(suite: "core", by: "first\n")
        page.replace(suite: "json", by: "second\n")
        page.replace(suite: "core", by: "third\n")
        let expected = """
            # Figures

            <!-- suite core -->

            ## core

            third

            <!-- end core -->

            <!-- suite json -->

            ## json

            second

            <!-- end json -->

            """
        #expect(page.text == expected)
    }

    @Test func targetsStandAsTheyAreOnAPage() {
        var report = Report()
        report.add(Target("a.b", 2, .atLeast, 1))
        #expect(report.pageMarkdown == "```\nTARGET a.b 2 >= 1 met\n```\n")
    }
}
