import Foundation
import Harness

/// Images against the same libraries in C, in turn in one process, and against Pillow, which times itself.
enum ImageSuite: Suite {
    static let name = "image"
    static let summary =
        "decoding PNG and JPEG, rotation, texts, thumbnails and first bytes, against the libraries in C and Pillow"
    static let parts = ["photo", "screenshot", "icons", "thumbnail", "upright", "texts", "info", "memory"]

    static func run(_ selection: Selection) throws -> Report {
        var run = try ImageRun(hasPeers: selection.hasPeers)
        for part in parts where selection.contains(part) {
            switch part {
            case "photo": try run.decode(run.input.photo)
            case "screenshot": try run.decode(run.input.screenshot)
            case "icons": try run.decode(run.input.icons)
            case "thumbnail": try run.thumbnail()
            case "upright": try run.upright()
            case "texts": try run.texts()
            case "info": try run.information()
            default: try run.memory()
            }
        }
        return run.report
    }
}
