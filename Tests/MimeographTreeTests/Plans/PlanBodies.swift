/// Bodies that differ a little from a valid one.
enum PlanBodies {
    /// Every beginning of a body.
    static func prefixes(of body: [UInt8]) -> [[UInt8]] { body.indices.map { Array(body[..<$0]) } }

    /// The body with each of its bytes replaced by some others.
    static func mutations(of body: [UInt8], with bytes: [UInt8]) -> [[UInt8]] {
        body.indices.flatMap { index in
            (bytes + [body[index] ^ 1]).map { byte in
                var mutated = body
                mutated[index] = byte
                return mutated
            }
        }
    }

    /// The members of an object in compact JSON: the text of each name, and that of its value.
    private static func members(of object: [UInt8]) -> [(name: String, value: String)] {
        guard object.count > 2, object[0] == UInt8(ascii: "{") else { return [] }
        var members: [(String, String)] = []
        var (depth, isText, start, colon) = (0, false, 1, 0)
        var index = 1
        while index < object.count {
            switch object[index] {
            case UInt8(ascii: "\\") where isText: index += 1
            case UInt8(ascii: "\""): isText.toggle()
            case UInt8(ascii: ":") where !isText && depth == 0 && colon < start: colon = index
            case UInt8(ascii: ",") where !isText && depth == 0, UInt8(ascii: "}") where !isText && depth == 0:
                let (name, value) = (object[start..<colon], object[(colon + 1)..<index])
                members.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
                start = index + 1
            case UInt8(ascii: "["), UInt8(ascii: "{"): if !isText { depth += 1 }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): if !isText { depth -= 1 }
            default: break
            }
            index += 1
        }
        return members
    }

    /// A JSON object with members left out, repeated, in another order, or with other values.
    static func objects(like object: [UInt8]) -> [String] {
        let members = members(of: object).map { "\($0.name):\($0.value)" }
        let pairs = self.members(of: object)
        func text(_ members: [String]) -> String { "{\(members.joined(separator: ","))}" }
        let unknown = [
            #""unknown":1"#, #""u":{"a":1,"number":2,"id":[{}]}"#, #""":"x""#, #""\u00e9":null"#, #""a\u0000":[1,[2]]"#,
        ]
        let others = [
            "null", "true", "1", "-1", "1.5", "300", "1e400", "18446744073709551616", #""x""#, #""""#, #""1""#, "[]",
            "[null]", "[1]", "{}", #"{"on":1}"#,
        ]
        var texts = [
            text(members.reversed()), text(members + members), text([]), "[\(text(members))]", " \(text(members)) ",
            text(members) + "x",
            text(members.flatMap { [unknown[0], $0] }), text(members.flatMap { [$0, unknown[1], unknown[2]] }),
            text(unknown + members), text(members + unknown),
            text(members).replacing(",", with: " ,\n\t").replacing(":", with: " : "),
            "\u{FEFF}" + text(members),
        ]
        for (number, pair) in pairs.enumerated() {
            var rest = members
            rest.remove(at: number)
            texts.append(text(rest))
            texts.append(text(Array(rest.reversed())))
            texts += [
                text(members + [members[number]]), text(["\(pair.name):null"] + members),
                text(members + ["\(pair.name):null"]),
            ]
            for other in others {
                var changed = members
                changed[number] = "\(pair.name):\(other)"
                texts.append(text(changed))
                if number % 3 == 0 { texts.append(text(changed + [members[number]])) }
            }
            // The name without its escapes, which may be no JSON.
            var unescaped = members
            let name = pair.name.replacing(#"\""#, with: "\"").replacing(#"\\"#, with: "\\").replacing(
                #"\t"#,
                with: "\t"
            ).replacing(#"\u0000"#, with: "\0")
            unescaped[number] = "\(name):\(pair.value)"
            texts.append(text(unescaped))
            // The first letter as an escape.
            if pair.name.utf8.count > 2, let letter = pair.name.utf8.dropFirst().first, letter != UInt8(ascii: "\\"),
                letter < 0x80
            {
                var changed = members
                let digits = String(Int(letter) + 0x10000, radix: 16).dropFirst()
                changed[number] = "\"\\u\(digits)\(pair.name.dropFirst(2)):\(pair.value)"
                texts.append(text(changed))
            }
        }
        return texts
    }
}
