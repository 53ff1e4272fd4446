import Mimeograph
import MimeographImage
import Testing

@testable import mimeo

@Suite struct ImageCommandTests {
    /// Four columns: red, green, blue and transparent.
    private static func png(rows: Int = 4) throws -> [UInt8] {
        let row: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0]
        var image = try Image(width: 4, height: rows, format: .rgba8, pixels: (0..<rows).flatMap { _ in row })
        image.metadata.texts = [ImageText("Title", "a\u{1B}[31mb")]
        return try image.encoded(as: .png)
    }

    @Test func onlyFactsAreShownOutsideATerminal() throws {
        let run = ToolRun(["decode", "-", "--type=image/png"], input: try Self.png())
        #expect(run.exitCode == .success)
        #expect(
            run.output == """
                format: PNG
                size: 4 by 4 pixels
                pixels: RGBA, 8 bits
                Title: a\\u001b[31mb

                """
        )
    }

    @Test(arguments: [nil, "truecolor", "24bit", "yes"]) func thePictureIsDrawnInTrueColor(_ colors: String?) throws {
        let environment = colors.map { ["COLORTERM": $0] } ?? [:]
        let run = ToolRun(
            ["decode", "-", "--type=image/png"],
            input: try Self.png(rows: 3),
            isTerminal: true,
            environment: environment
        )
        let isDrawn = run.output.contains("▀")
        #expect(isDrawn == ["truecolor", "24bit"].contains(colors))
        guard isDrawn else { return }
        #expect(run.output.contains("\u{1B}[38;2;255;0;0;48;2;255;0;0m▀"))
        // The last line has one row of pixels, and the last column is transparent.
        #expect(run.output.contains("\u{1B}[0;38;2;0;0;255m▀\u{1B}[0m \u{1B}[0m\n"))
        let plain = ToolRun(
            ["decode", "-", "--type=image/png", "--color=never"],
            input: try Self.png(),
            isTerminal: true,
            environment: environment
        )
        #expect(!plain.output.contains("▀"))
    }

    @Test func aPictureIsNotLargerThanTheTerminal() throws {
        let pixels = [UInt8](repeating: 200, count: 300 * 200)
        let image = try Image(width: 300, height: 200, format: .gray8, pixels: pixels)
        let run = ToolRun(
            ["decode", "-"],
            input: try image.encoded(as: .png),
            isTerminal: true,
            environment: ["COLORTERM": "truecolor"]
        )
        let lines = run.output.split(separator: "\n").filter { $0.contains("▀") }
        #expect((20...22).contains(lines.count))
        #expect(lines.allSatisfy { $0.count { $0 == "▀" } <= 80 })
    }

    @Test func imagesBecomeEachOther() throws {
        let png = try Self.png()
        let jpeg = ToolRun(["convert", "-", "--to=image/jpeg"], input: png)
        #expect(jpeg.exitCode == .success && jpeg.outputBytes.starts(with: [0xFF, 0xD8, 0xFF]))
        let back = ToolRun(["convert", "-", "--to=image/png", "--max-size=2"], input: jpeg.outputBytes)
        #expect(back.exitCode == .success)
        let image = try ImageResponseSerializer().read(back.outputBytes)
        #expect(image.width == 2 && image.height == 2)
        #expect(back.errorOutput.contains("written as image/png"))
    }

    @Test(arguments: ["0", "-1", "big"]) func sizesAreNumbers(_ size: String) {
        #expect(ToolRun(["decode", "-", "--max-size=\(size)"]).exitCode == .wrongUsage)
    }

    @Test func aDamagedImageIsABadBody() throws {
        let run = ToolRun(["decode", "-"], input: Array(try Self.png().dropLast(20)))
        #expect(run.exitCode == .badBody)
        #expect(run.errorOutput.contains("ends too early"))
    }
}
