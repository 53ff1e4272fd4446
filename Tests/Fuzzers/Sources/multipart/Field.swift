import FuzzerSupport
import Mimeograph
import MimeographForm

/// Checks that any name stays within its quotes and reads back, and that parsing any field does not crash.
struct Field {
    let input: [UInt8]

    func run() {
        let text = String(decoding: input, as: UTF8.self)
        _ = ContentDisposition(parsing: text)?.fileNameWithoutFolders
        let written = ContentDisposition(name: text, fileName: text).description
        let breaks: [UInt8] = [0x0A, 0x0D]
        require(!written.utf8.contains(where: breaks.contains), "a name breaks its line")
        require(written.utf8.count { $0 == 0x22 } == 4, "a name ends its quotes")
        // Browsers do not escape backslashes and percent signs, so names with them are ambiguous.
        if text.utf8.contains(where: { $0 == 0x5C || $0 == 0x25 || breaks.contains($0) }) { return }
        let read = ContentDisposition(parsing: written)
        require(read?.name == text && read?.fileName == text, "the name reads differently: \(String(describing: read))")
    }
}
