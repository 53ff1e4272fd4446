extension JSONMemberForesight {
    /// What is known of the members of a text that is scanned in several steps, as a document of many elements is.
    struct Table {
        static let places = 128

        /// As many as there are places, once there was a text.
        var members: [JSONForeseenMember] = []
        /// As many as members.
        var numbers: [UInt16] = []

        /// Makes it one that knows nothing.
        mutating func forget() {
            for index in numbers.indices { numbers[index] = 0 }
            if !members.isEmpty { members[0].following = 0 }
        }

        /// Makes sure that it has all its places, and that number 0 is found nowhere in the text.
        mutating func prepare(for bytes: JSONBytes) {
            var absent = JSONForeseenMember(absentFrom: bytes)
            if members.isEmpty {
                members = [JSONForeseenMember](repeating: absent, count: Table.places)
                numbers = [UInt16](repeating: 0, count: Table.places)
                return
            }
            // It holds the count of the others.
            absent.following = members[0].following
            members[0] = absent
        }
    }
}
