import FuzzerSupport
import Mimeograph
import MimeographXML

/// Reads an input as a document, writes it, and reads the result.
struct DocumentCheck {
    let input: [UInt8]
    let charset: String?

    func run() {
        do throws(SerializationError) {
            let document = try XML.Document(parsing: input, charset: charset, limits: limits)
            written(document)
        } catch {
            require(readingCodes.contains(error.code), "the error has the code \(error.code): \(error)")
            require(error.limit == nil || error.code == .limitExceeded, "another code names a limit: \(error)")
        }
    }

    private func written(_ document: XML.Document) {
        let lines = TreeLines.lines(of: document)
        let text = document.serialized()
        let again = reread(text, "written")
        let linesAgain = TreeLines.lines(of: again)
        // libxml2 resolves the namespaces of an entity's elements at one reference and uses them at all others.
        let source = String(decoding: input, as: UTF8.self)
        let isOdd = source.contains("<!ENTITY") && source.contains("xmlns")
        let isSame = isOdd || content(linesAgain) == content(lines)
        require(isSame, "written and read again, \(lines) became \(linesAgain)")
        require(again.serialized() == text, "the second writing differs: \(String(decoding: text, as: UTF8.self))")
        _ = reread(document.serialized(pretty: true), "written with indentation")
        guard let canonical = try? document.canonicalized() else { return }
        let canonicalAgain = try? reread(canonical, "written in canonical form").canonicalized()
        require(canonicalAgain == canonical, "the canonical form of the canonical form differs")
    }

    /// Merges the lines of adjacent texts. A CDATA section cannot contain its own end, so the writer splits it there.
    private func content(_ lines: [String]) -> [String] {
        lines.reduce(into: []) { merged, line in
            if line.hasPrefix("[") || line.hasPrefix("-"), let last = merged.last, last.hasPrefix("-") {
                merged[merged.count - 1] += line.dropFirst()
            } else if line.hasPrefix("[") {
                if line.utf8.count > 1 { merged.append("-" + line.dropFirst()) }
            } else {
                merged.append(line)
            }
        }
    }

    private func reread(_ text: [UInt8], _ how: String) -> XML.Document {
        do throws(SerializationError) {
            return try XML.Document(parsing: text, charset: "utf-8")
        } catch {
            disagree("\(how), the document cannot be read, \(error): \(String(decoding: text, as: UTF8.self))")
        }
    }
}
