/// Colours JSON text that is known to be well-formed, and escapes what a terminal would act on.
struct JSONColoring {
    /// The colours.
    let style: Style

    /// The same JSON, coloured.
    func color(_ json: String) -> String {
        var result = ""
        var rest = Substring(json)
        while let first = rest.unicodeScalars.first {
            switch first {
            case "\"":
                let literal = takeString(&rest)
                let isKey = rest.unicodeScalars.first { !" \t\r\n".unicodeScalars.contains($0) } == ":"
                result += style.text(VisibleText(String(literal)).description, isKey ? .key : .string)
            case "-", "0"..."9":
                result += style.text(take(&rest) { $0 == "-" || $0 == "+" || $0 == "." || isAlphanumeric($0) }, .number)
            case _ where isAlphanumeric(first):
                result += style.text(take(&rest, while: isAlphanumeric), .word)
            default:
                result.unicodeScalars.append(first)
                rest.unicodeScalars.removeFirst()
            }
        }
        return result
    }

    private func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }

    private func take(_ rest: inout Substring, while belongs: (Unicode.Scalar) -> Bool) -> Substring {
        let scalars = rest.unicodeScalars
        let end = scalars.firstIndex { !belongs($0) } ?? scalars.endIndex
        defer { rest = rest[end...] }
        return rest[..<end]
    }

    /// Takes a string with its quotes; a quote after a backslash does not end it.
    private func takeString(_ rest: inout Substring) -> Substring {
        let scalars = rest.unicodeScalars
        var index = scalars.index(after: scalars.startIndex)
        var isEscaped = false
        while index < scalars.endIndex {
            let scalar = scalars[index]
            index = scalars.index(after: index)
            if isEscaped {
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "\"" {
                break
            }
        }
        defer { rest = rest[index...] }
        return rest[..<index]
    }
}
