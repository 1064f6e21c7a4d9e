(* The rule of the finder, and the proof of what it finds.

   The first part is the rule of the documentation of Finder, with the names of
   extent.go and find.go. It reads the grammar only by the function read. The second
   part is the model of internal/dfa/longest.go, which computes read by stepping
   through the tables. The model steps one byte at a time where the Go code takes the
   shortcuts of run, and it looks at one place at a time where indexScheme compares
   eight. It reads a candidate at once where the Go code reads it in windows, and it has
   no fast path for plain names. It has no MaxLen: the theorem is about texts of less
   than 2 GiB.

   Proved: read gives the longest prefix that is a URN, and the starts of its
   components. The findings are those of the rule, from left to right, in order and
   without overlap. Each match is a URN that begins at a candidate and is within that
   longest prefix, and Exact gives this prefix. Not proved, but compared on texts: what
   the Go code says by delimiters, lists, URLs and escapes is what the rule here says. *)

From Coq Require Import String List NArith Bool Lia FMapPositive.
From Urn Require Import Abnf Check Loop Runs Tables.
Import ListNotations.
Open Scope N_scope.

Definition byte_at (text : bytes) (i : nat) : byte := nth i text x00.
Definition quoted (s : String.string) : bytes := String.list_byte_of_string s.
Definition among (b : byte) (set : String.string) : bool := existsb (Byte.eqb b) (quoted set).

(* The second operand is not evaluated if the first one decides. *)
Notation "a &&& b" := (if a then b else false) (at level 40, left associativity).
Notation "a ||| b" := (if a then true else b) (at level 50, left associativity).

(* What the rule has of the grammar, of a text s that begins with "urn:": the length of
   the longest prefix that is a URN, 0 if there is none; the length of the longest
   prefix that begins a URN; and one past the delimiter before each component of the
   longest URN, by its mark. *)
Record reading := { len : nat; stop : nat; starts : N -> N }.

(* What the rule has of Unicode: isOpening, isClosing and goesOn of extent.go. *)
Record characters := { isOpening : N -> bool; isClosing : N -> bool; goesOn : N -> bool }.

(* The rule. *)

Definition lower (b : byte) : N := let n := to_N b in if inside [(65, 90)] n then n + 32 else n.
Definition alphanumeric (c : byte) : bool :=
  let n := to_N c in
  if inside [(48, 57)] n then true else inside [(97, 122)] (N.lor n 32).
Definition isHex (c : byte) : bool := inside [(48, 57); (65, 70); (97, 102)] (to_N c).
Definition hex (c : byte) : N := let n := lower c in if n <? 97 then n - 48 else n - 87.
(* No URN of any syntax has it. *)
Definition excluded (c : byte) : bool := negb (alphanumeric c ||| among c "-._~!$&'()*+,;=:@/?#%").
Definition isPunctuation (c : byte) : bool := among c ".,;:!?'".

Definition hasScheme (p : bytes) : bool := fits_word [(117, 32); (114, 32); (110, 32); (58, 0)] p.

Inductive verdict := noName | isName | isMiss | partial.
Inductive ending := byGrammar | byClose | bySeparator | byParen | byReference.
Inductive location := noURL | inQuery | inPath.

(* What precedes a candidate: the closing delimiter, whether it is a quotation mark,
   and whether any closing mark of Unicode is one. *)
Record enclosure := { close : bytes; quote : bool; curly : bool }.
Definition nothing : enclosure := {| close := []; quote := false; curly := false |}.
Definition closes (s : bytes) : enclosure := {| close := s; quote := false; curly := false |}.
Definition quotes (s : bytes) : enclosure := {| close := s; quote := true; curly := false |}.
Definition open (e : enclosure) : bool := match close e with [] => false | _ => true end.
Definition opener (e : enclosure) : byte := hd x00 (close e).
Definition closing_is (e : enclosure) (s : String.string) : bool :=
  if list_eq_dec byte_eq_dec (close e) (quoted s) then true else false.

Definition openings : list (String.string * String.string) := [
  ("&quot;", "&quot;"); ("&#34;", "&#34;"); ("&#x22;", "&#x22;"); ("&apos;", "&apos;"); ("&#39;", "&#39;"); ("&#x27;", "&#x27;");
  ("&lt;", "&gt;"); ("&#60;", "&#62;"); ("&gt;", "&lt;"); ("&ldquo;", "&rdquo;"); ("&lsquo;", "&rsquo;"); ("&laquo;", "&raquo;");
  ("%22", "%22"); ("%27", "%27"); ("%3C", "%3E"); ("%3E", "%3C"); ("%60", "%60"); ("%5B", "%5D"); ("%7B", "%7D"); ("%28", "%29");
  ("\u0022", "\u0022"); ("\u0027", "\u0027"); ("\u003C", "\u003E"); ("\u003E", "\u003C"); ("\x22", "\x22"); ("\x27", "\x27")]%string.
Definition entities : list String.string :=
  ["lt;"; "gt;"; "quot;"; "apos;"; "nbsp;"; "ldquo;"; "rdquo;"; "lsquo;"; "rsquo;"; "laquo;"; "raquo;"; "hellip;"]%string.

(* The length that a URN has at least when its trailing punctuation is removed. *)
Definition shortest (starts : N -> N) : N :=
  if starts 4 =? 0 then N.max (starts 1) (N.max (starts 2) (starts 3)) + 1 else starts 4.

Section Rule.
Variable read : bytes -> reading.
Variable ch : characters.
Variable text : bytes.

Definition at_ (i : nat) : byte := byte_at text i.
(* The text at i begins with w, in any case. *)
Fixpoint has_bytes (i : nat) (w : bytes) : bool :=
  match w with
  | [] => true
  | b :: w' => (lower (at_ i) =? lower b) &&& has_bytes (S i) w'
  end.
Definition has (i : nat) (w : String.string) : bool := has_bytes i (quoted w).
Definition size : nat := length text.

(* A letter or digit precedes i, and ends no escape of a program or of a URL. *)
Definition endsEscape (n : nat) : bool :=
  let c := at_ (n - 1) in
  if Nat.leb 2 n &&& Byte.eqb (at_ (n - 2)) "\" then among c "nrt"
  else if Nat.ltb n 3 ||| negb (isHex c) ||| negb (isHex (at_ (n - 2))) then false
  else if Byte.eqb (at_ (n - 3)) "%" then true
  else if Nat.leb 4 n &&& Byte.eqb (at_ (n - 4)) "\" &&& Byte.eqb (at_ (n - 3)) "x" then true
  else Nat.leb 6 n &&& Byte.eqb (at_ (n - 6)) "\" &&& Byte.eqb (at_ (n - 5)) "u" &&& isHex (at_ (n - 4)) &&& isHex (at_ (n - 3)).
Definition glued (i : nat) : bool :=
  match i with O => false | S j => alphanumeric (at_ j) &&& negb (endsEscape i) end.

(* The character at i and its length, as UTF-8. *)
Definition RuneError : N := 65533.
Definition rune (i : nat) : N * nat :=
  let b0 := to_N (at_ i) in let b1 := to_N (at_ (i + 1)) in
  let b2 := to_N (at_ (i + 2)) in let b3 := to_N (at_ (i + 3)) in
  let cont := inside [(128, 191)] in
  let low n := N.land n 63 in
  if b0 <? 128 then (b0, 1%nat)
  else if inside [(194, 223)] b0 then
    if cont b1 then (N.land b0 31 * 64 + low b1, 2%nat) else (RuneError, 1%nat)
  else if inside [(224, 239)] b0 then
    if inside [(if b0 =? 224 then 160 else 128, if b0 =? 237 then 159 else 191)] b1 &&& cont b2
    then (N.land b0 15 * 4096 + low b1 * 64 + low b2, 3%nat) else (RuneError, 1%nat)
  else if inside [(240, 244)] b0 then
    if inside [(if b0 =? 240 then 144 else 128, if b0 =? 244 then 143 else 191)] b1 &&& cont b2 &&& cont b3
    then (N.land b0 7 * 262144 + low b1 * 4096 + low b2 * 64 + low b3, 4%nat) else (RuneError, 1%nat)
  else (RuneError, 1%nat).
Definition runeStart (b : byte) : bool := negb (inside [(128, 191)] (to_N b)).
(* The character that ends at i. *)
Definition lastRune (i : nat) : N :=
  let try_ k := Nat.leb k i &&& runeStart (at_ (i - k)) in
  let at_k k := let (r, n) := rune (i - k) in if Nat.eqb n k then r else RuneError in
  if try_ 2%nat then at_k 2%nat else if try_ 3%nat then at_k 3%nat else if try_ 4%nat then at_k 4%nat else RuneError.

(* A further name begins at i. *)
Definition begins (i : nat) : bool := has i "urn:" &&& alphanumeric (at_ (i + 4)).
Definition separates (i : nat) : bool := among (at_ i) ",;" &&& begins (i + 1).

(* The length of the reference at i to a character that no URN holds, or 0. *)
Fixpoint numeric (fuel k i : nat) : nat :=
  match fuel with
  | O => O
  | S fuel' =>
    let b := at_ (i + k) in
    if Byte.eqb b ";" &&& Nat.ltb 2 k then S k
    else if alphanumeric b then numeric fuel' (S k) i else O
  end.
Definition entity (i : nat) : nat :=
  if Byte.eqb (at_ (i + 1)) "#" then numeric 5 2 i
  else match find (has (i + 1)) entities with Some e => S (length (quoted e)) | None => O end.

(* The candidate begins at s. *)
Section Candidate.
Variable s : nat.

Definition openingOf : enclosure :=
  match find (fun o => Nat.leb (length (quoted (fst o))) s &&& has (s - length (quoted (fst o))) (fst o)) openings with
  | Some o => closes (quoted (snd o))
  | None => nothing
  end.
(* The opening delimiter, and whether a regular expression begins here. *)
Definition before : enclosure * bool :=
  match s with
  | O => (nothing, false)
  | S j =>
    let p := at_ j in
    if among p """`" then (quotes [p], false)
    else if Byte.eqb p "'" then (if Nat.leb 2 s &&& Byte.eqb (at_ (s - 2)) "'" then quotes [p; p] else quotes [p], false)
    else if Byte.eqb p "<" then (closes (quoted ">"), false)
    else if Byte.eqb p ">" then (closes (quoted "</"), false)
    else if Byte.eqb p "(" then (closes (quoted ")"), false)
    else if Byte.eqb p "[" then (closes (quoted "]"), false)
    else if Byte.eqb p "{" then (closes (quoted "}"), false)
    else if among p "*_" then
      let same k := Nat.leb k s &&& Byte.eqb (at_ (s - k)) p in
      let n := if same 2%nat then if same 3%nat then 3%nat else 2%nat else 1%nat in
      if Byte.eqb p "*" ||| Nat.eqb n s ||| negb (alphanumeric (at_ (s - 1 - n))) then (closes (repeat p n), false)
      else (nothing, false)
    else if Byte.eqb p "^" then (nothing, Nat.ltb s 2 ||| negb (Byte.eqb (at_ (s - 2)) "^"))
    else if Byte.eqb p ":" then (nothing, Nat.leb 2 s &&& Byte.eqb (at_ (s - 2)) "?")
    else if Byte.eqb p ";" ||| alphanumeric p then (openingOf, false)
    else if 128 <=? to_N p then
      if isOpening ch (lastRune s) then ({| close := [xe2; x80; x9d]; quote := false; curly := true |}, false) else (nothing, false)
    else (nothing, false)
  end.
Definition opened : enclosure := fst before.
Definition regex : bool := snd before.

Fixpoint backslashes (fuel k : nat) : nat :=
  match fuel with O => k | S fuel' => if Byte.eqb (at_ k) "\" then backslashes fuel' (S k) else k end.
(* The length of the closing delimiter at i, or 0. *)
Definition closedAt (e : enclosure) (i : nat) : nat :=
  if Byte.eqb (at_ i) "|" then 1
  else if negb (open e) then 0
  else if curly e then
    if to_N (at_ i) <? 128 then 0 else let (r, n) := rune i in if isClosing ch r then n else 0
  else
    let k := if quote e then backslashes 8 i else i in
    if has_bytes k (close e) then k + length (close e) - i else 0.
Definition closed (e : enclosure) (i : nat) : bool := Nat.ltb 0 (closedAt e i).

(* Where the candidate is in a URL: in the path, in the query, or in none. *)
Fixpoint urlBefore (fuel i : nat) (where_ : location) : location :=
  match fuel, i with
  | S fuel', S j =>
    let b := at_ j in
    if Byte.eqb b "?" then urlBefore fuel' j inQuery
    else if Byte.eqb b "/" &&& match where_ with noURL => true | _ => false end then urlBefore fuel' j inPath
    else if (excluded b &&& (to_N b <? 128)) ||| Byte.eqb b "'" then where_
    else urlBefore fuel' j where_
  | _, _ => where_
  end.
Definition inURL (e : enclosure) : location :=
  if open e then noURL
  else urlBefore 256 s (if Nat.ltb 0 s &&& Byte.eqb (at_ (s - 1)) "=" then inQuery else noURL).
Definition pathOfURL (e : enclosure) : bool := match inURL e with inPath => true | _ => false end.

(* What stands between the two ends that the grammar allows. *)
Record scanned := {
  seen : nat; how : ending; depth : nat; (* brackets that are open *)
  paren : option nat; pattern : option nat; dollar : option nat (* the first one *) }.
Definition first (p : option nat) (i : nat) : option nat := match p with Some _ => p | None => Some i end.
Definition inSegment (c : byte) : bool := alphanumeric c ||| among c ".-_*%".
Fixpoint scan (e : enclosure) (fuel : nat) (inQ : bool) (limit i d : nat) (pa pt dl : option nat) : scanned :=
  let result h := {| seen := i; how := h; depth := d; paren := pa; pattern := pt; dollar := dl |} in
  match fuel with
  | O => result byGrammar
  | S fuel' =>
    if Nat.leb limit i then result byGrammar
    else
      let b := at_ i in
      let b1 := at_ (i + 1) in
      let on := scan e fuel' inQ limit (S i) in
      if Byte.eqb b "(" then
        on (S d) pa (if Byte.eqb b1 "?" ||| (Byte.eqb b1 "." &&& among (at_ (i + 2)) "*+") then first pt i else pt) dl
      else if Byte.eqb b ")" then
        match d with
        | S d' => on d' pa pt dl
        | O => if closing_is e ")" then result byClose
               else if open e then on d (first pa i) pt dl else result byParen
        end
      else if among b ",;" then
        if Nat.eqb d 0 &&& begins (i + 1) then result bySeparator else on d pa pt dl
      else if among b "'_%" then
        if Byte.eqb (opener e) b &&& has_bytes i (close e) then
          let next := at_ (i + length (close e)) in
          if Byte.eqb b "'" &&& Nat.eqb (length (close e)) 1 &&& Byte.eqb next "'" then
            scan e fuel' inQ limit (S (S i)) d pa pt dl (* a doubled quotation mark stands for one *)
          else if negb (Byte.eqb b "_") ||| negb (alphanumeric next ||| Byte.eqb next "_") then result byClose
          else on d pa pt dl
        else on d pa pt dl
      else if Byte.eqb b "*" &&& Byte.eqb (opener e) "*" &&& has_bytes i (close e) &&& alphanumeric (at_ (i - 1)) then result byClose
      else if among b "*+" then
        let p := at_ (i - 1) in
        on d pa (if (Byte.eqb p "." &&& among (at_ (i - 2)) ":/") ||| (Byte.eqb b "*" &&& among p ":/" &&& negb (inSegment b1))
                 then first pt i else pt) dl
      else if Byte.eqb b "?" then
        if pathOfURL e then result bySeparator
        else scan e fuel' (inQ ||| Byte.eqb b1 "=") limit (S i) d pa pt dl
      else if Byte.eqb b "&" then
        if Nat.ltb 0 (entity i) then result byReference
        else if inQ then on d pa pt dl
        else match inURL e with noURL => on d pa pt dl | _ => result bySeparator end
      else if Byte.eqb b "$" then
        on d pa pt (if alphanumeric b1 ||| among b1 "_{(""/'" then first dl i else dl)
      else on d pa pt dl
  end.

(* Where ends what somebody means by the candidate, which goes on at i. *)
Fixpoint enclosed (e : enclosure) (fuel i k ups downs : nat) : option nat :=
  match fuel with
  | O => None
  | S fuel' =>
    let b := at_ k in
    let on := enclosed e fuel' i (S k) (if Byte.eqb b "(" then S ups else ups) (if Byte.eqb b ")" then S downs else downs) in
    if Nat.leb (i + 256) k then None
    else if Nat.ltb k i then on
    else if Byte.eqb b x00 ||| Byte.eqb b x0a then None
    else if negb (closing_is e ")" &&& Nat.ltb downs ups) &&& closed e k then Some k
    else if separates k then Some k
    else on
  end.
Fixpoint unheld (template : bool) (fuel k : nat) : nat :=
  match fuel with
  | O => k
  | S fuel' =>
    let b := at_ k in
    if (to_N b <=? 32) ||| among b """`" ||| Byte.eqb b x7f ||| (negb template &&& among b "<>")
      ||| (Byte.eqb b "<" &&& Byte.eqb (at_ (k + 1)) "/") ||| separates k then k
    else unheld template fuel' (S k)
  end.
Fixpoint back (drops : nat -> bool) (i k : nat) : nat :=
  match k with
  | O => O
  | S j => if Nat.ltb i k &&& drops k then back drops i j else k
  end.
Definition extent (e : enclosure) (i : nat) (template : bool) : nat :=
  match (if open e then enclosed e (i + 256 - s) i (s + 4) 0 0 else None) with
  | Some k => k
  | None =>
    let k := Nat.min (unheld template 256 i) size in
    let opens := existsb (Byte.eqb "(") (firstn (k - s) (skipn s text)) in
    let k := back (fun k => isPunctuation (at_ (k - 1)) ||| (Byte.eqb (at_ (k - 1)) ")" &&& negb opens)) i k in
    back (fun k => negb (runeStart (at_ k)) &&& Nat.ltb k size) i k
  end.

Definition isJoint (i : nat) : bool := among (at_ i) ":/#.-_=@~".

(* What a candidate is that the grammar ends at i, by what follows. The end is 0 if
   extent gives it. *)
Fixpoint closing (e : enclosure) (fuel k d : nat) : nat :=
  match fuel with
  | O => O
  | S fuel' =>
    let b := at_ k in
    if Byte.eqb b "(" then closing e fuel' (S k) (S d)
    else if Byte.eqb b ")" then if Nat.eqb d 1 then extent e (k + 1) false else closing e fuel' (S k) (d - 1)
    else if Byte.eqb b x00 ||| Byte.eqb b x0a ||| Byte.eqb b x0d ||| among b """<>`" then O
    else closing e fuel' (S k) d
  end.
Fixpoint class_ (fuel i k : nat) (ranges word : bool) : bool :=
  match fuel with
  | O => false
  | S fuel' =>
    let b := at_ k in
    if Byte.eqb b "]" then
      ranges ||| among (at_ (k + 1)) "{+*" |||
      (word &&& isJoint (i - 1) &&& negb (forallb (fun c => inside [(48, 57)] (to_N c)) (firstn (k - (i + 1)) (skipn (i + 1) text))))
    else if Byte.eqb b "-" then
      class_ fuel' i (S k) (ranges ||| (Nat.ltb (i + 1) k &&& alphanumeric (at_ (k - 1)) &&& alphanumeric (at_ (k + 1)))) word
    else if (to_N b <=? 32) ||| among b """'=" then false
    else class_ fuel' i (S k) ranges (word &&& (alphanumeric b ||| Byte.eqb b "_"))
  end.
Definition isClass (i : nat) : bool :=
  Byte.eqb (at_ (i + 1)) "^" ||| class_ 63 i (i + 1) false (alphanumeric (at_ (i + 1))).
Fixpoint placeholder (fuel i n k : nat) : bool :=
  match fuel with
  | O => false
  | S fuel' =>
    let b := at_ k in
    let ref := Byte.eqb b "&" &&& has k "&gt;" in
    if negb ref &&& ((Byte.eqb b " " &&& Nat.ltb (i + n) k) ||| alphanumeric b ||| among b "_-.${}[]") then placeholder fuel' i n (S k)
    else if negb ref &&& negb (Byte.eqb b ">") then false
    else if negb (Byte.eqb (at_ (i - 1)) ".") then true
    else among (at_ (k + if ref then 4 else 1)) ":/#.-_=@<&"
  end.
Definition isPlaceholder (i n : nat) : bool :=
  isJoint (i - 1) &&& (alphanumeric (at_ (i + n)) ||| among (at_ (i + n)) "$_{") &&& placeholder (64 - n) i n (i + n).
Fixpoint verb (fuel k : nat) : bool :=
  match fuel with
  | O => false
  | S fuel' =>
    let b := at_ k in
    if among b "-+ #0123456789.*$lhz" then verb fuel' (S k)
    else among b "sdvqxXufFgGeEicpotTUb" &&& negb (alphanumeric (at_ (k + 1)))
  end.
Definition isVerb (i : nat) : bool := among (at_ (i + 1)) "({<%""'@" ||| verb 7 (i + 1).
Definition backslash (i : nat) : verdict :=
  let d := at_ (i + 1) in
  if among d """'`\nrt0 " ||| Byte.eqb d x00 ||| Byte.eqb d x0a ||| Byte.eqb d x0d ||| Byte.eqb d x09 then isName
  else if Byte.eqb d "/" then isMiss
  else if Byte.eqb d "u" then
    if isHex (at_ (i + 2)) &&& isHex (at_ (i + 3)) &&& isHex (at_ (i + 4)) &&& isHex (at_ (i + 5)) then
      let r := hex (at_ (i + 2)) * 4096 + hex (at_ (i + 3)) * 256 + hex (at_ (i + 4)) * 16 + hex (at_ (i + 5)) in
      if r <? 128 then
        if (r <? 32) &&& negb (inside [(9, 10); (13, 13)] r) then isMiss
        else if excluded (octet_of r) then isName else isMiss
      else if goesOn ch r then isMiss else isName
    else partial
  else partial.
Definition after (e : enclosure) (i d : nat) : verdict * nat :=
  let b := at_ i in
  let is (v : verdict) := (v, O) in
  if Nat.leb size i then is isName
  else if among b " " ||| Byte.eqb b x09 then
    match (if Nat.ltb 0 d then closing e 256 i d else O) with O => is isName | k => (isMiss, k) end
  else if (to_N b <? 32) ||| Byte.eqb b x7f then is isName
  else if 128 <=? to_N b then
    let r := fst (rune i) in
    if r =? 8230 then is partial
    else if (negb (r =? RuneError) &&& negb (goesOn ch r)) ||| Byte.eqb (at_ (i - 1)) "#" then is isName
    else is isMiss
  else if among b """'`>]}|^().,;:!" then is isName
  else if Byte.eqb b "{" then is partial
  else if Byte.eqb b "[" then is (if isClass i then partial else isName)
  else if Byte.eqb b "<" then is (if isPlaceholder i 1 then partial else isName)
  else if Byte.eqb b "&" then
    let n := entity i in
    if Nat.eqb n 0 then is isMiss
    else is (if (has i "&lt;" &&& isPlaceholder i n) ||| has i "&hellip;" then partial else isName)
  else if Byte.eqb b "%" then is (if isVerb i then partial else isMiss)
  else if Byte.eqb b "\" then is (backslash i)
  else if Byte.eqb b "?" then
    let d := at_ (i + 1) in
    if among d "+=/%" then is isMiss
    else if negb (alphanumeric d) ||| has (i + 1) "urn:" ||| pathOfURL e then is isName else is isMiss
  else is isMiss.

(* A text between delimiters, which ends at k, is only the prefix of names. *)
Fixpoint says (fuel k : nat) : bool :=
  match fuel with
  | O => false
  | S fuel' =>
    if Nat.ltb s k ||| Byte.eqb (at_ (s - k)) x0a then false
    else if existsb (fun w => Nat.leb (length (quoted w)) k &&& has (s - k) w) ["prefix"; "start"; "concat"]%string then true
    else says fuel' (S k)
  end.
Fixpoint blanks (fuel k : nat) : nat :=
  match fuel with O => k | S fuel' => if among (at_ k) " " ||| Byte.eqb (at_ k) x09 then blanks fuel' (S k) else k end.
Definition isPrefix (e : enclosure) (k : nat) : bool :=
  let joint := isJoint (k - 1) in
  let word := joint &&& says 64 1 in
  if among (at_ (k - 1)) "#$" ||| (Nat.leb 3 (k - s) &&& has (k - 3) "...") then true
  else if quote e then
    let c := closedAt e k in
    let p := (k + if Nat.eqb c 0 then length (close e) else c)%nat in
    let i := blanks 8 p in
    let b := at_ i in
    let b1 := at_ (i + 1) in
    if Byte.eqb b "+" then true
    else if negb joint then false
    else if (Byte.eqb b "$" &&& Nat.eqb i p) ||| Byte.eqb b "~" ||| (Byte.eqb b "|" &&& Byte.eqb b1 "|")
      ||| (Byte.eqb b "<" &&& Byte.eqb b1 ">") ||| (Byte.eqb b "&" &&& Byte.eqb b1 " ")
      ||| (Byte.eqb b "." &&& among b1 " $.""'") then true
    else word
  else word.

(* A candidate at which no URN begins. The grammar ends at limit. *)
Fixpoint endOfNID (fuel k : nat) : nat :=
  match fuel with
  | O => k
  | S fuel' => if alphanumeric (at_ k) ||| among (at_ k) ".-_" then endOfNID fuel' (S k) else k
  end.
Definition malformed (e : enclosure) (limit : nat) : verdict * nat :=
  let nid := (s + 4)%nat in
  let i := endOfNID 64 nid in
  let within := quote e ||| closing_is e ">" ||| closing_is e "</" ||| curly e in
  let b := at_ i in
  let no := (noName, nid) in
  if Nat.eqb i nid then
    if within &&& among b "{<$%[\" &&& negb (closed e i) then (partial, extent e i true) else no
  else if negb (Byte.eqb b ":") then
    if negb within then no
    else if closed e i then (isMiss, i)
    else if among b "{<$%[" then (partial, extent e i true)
    else if Byte.eqb b " " then
      let k := extent e i false in
      if Nat.ltb i k &&& closed e k &&& existsb (Byte.eqb ":") (firstn (k - i) (skipn i text)) then (isMiss, k) else no
    else no
  else
    let j := (i + 1)%nat in
    let d := at_ j in
    if closed e j then (partial, j)
    else if among d "{<$%[\(*" ||| (Byte.eqb d "#" &&& Byte.eqb (at_ (j + 1)) "{") ||| (Byte.eqb d "&" &&& Nat.ltb 0 (entity j)) then (partial, extent e j true)
    else if (to_N d <=? 32) ||| Byte.eqb d x7f ||| among d """'`>]}|" ||| isPunctuation d then
      if Byte.eqb d ":" ||| (negb within &&& negb (among d ",)""`'")) then no else (partial, j)
    else (if regex then partial else isMiss, extent e (Nat.max limit j) false).

(* A name without trailing punctuation, and without an f-component that is empty. *)
Fixpoint stars (least : N) (n : nat) : nat :=
  match n with
  | O => O
  | S e => if (least <? N.of_nat n) &&& Byte.eqb (at_ (s + e)) "*" then stars least e else n
  end.
Fixpoint trim (fuel n : nat) (starts : N -> N) : nat * (N -> N) :=
  match fuel, n with
  | S fuel', S e =>
    let least := shortest starts in
    if N.of_nat n =? starts 4 then trim fuel' e (fun mark => if mark =? 4 then 0 else starts mark)
    else if (least <? N.of_nat n) &&& isPunctuation (at_ (s + e)) then trim fuel' e starts
    else if (least + 1 <? N.of_nat n) &&& Byte.eqb (at_ (s + e)) "*" &&& Byte.eqb (at_ (s + e - 1)) "*" then
      trim fuel' (stars least n) starts
    else (n, starts)
  | _, _ => (n, starts)
  end.
Fixpoint dots (fuel i k : nat) : bool :=
  match fuel with O => false | S fuel' => Nat.leb (i + 3) k &&& (has i "..." ||| dots fuel' (S i) k) end.

(* What the candidate is, where it ends, and the starts of a name. *)
Definition unknown : N -> N := fun _ => 0.
(* The reading of the text from s to k. *)
Definition read_to (k : nat) : reading := read (firstn (4 + (k - (s + 4))) (skipn s text)).
Definition trimmed (k n : nat) (st : N -> N) : verdict * nat * (N -> N) :=
  let (n', st') := trim (S n) n st in
  if dots n (s + n') k then (partial, k, unknown)
  else if (N.of_nat n' =? st' 1 + 1) &&& isPunctuation (at_ (s + n' - 1)) then (partial, (s + N.to_nat (st' 1%N))%nat, unknown)
  else (isName, (s + n')%nat, st').
(* The name ends at k, which is where the URN r ends. ended tells whether the closing
   delimiter is there, and grammatical whether the grammar ends it. *)
Definition decide (e : enclosure) (g : scanned) (k : nat) (r : reading) (ended grammatical : bool) : verdict * nat * (N -> N) :=
  let holds p := match p with Some i => Nat.ltb i k | None => false end in
  if regex ||| holds (dollar g) ||| holds (pattern g) then (partial, extent e k true, unknown)
  else if ended then if isPrefix e k then (partial, k, unknown) else (isName, (s + len r)%nat, starts r)
  else
    match (if grammatical then after e k (depth g) else (isName, O)) with
    | (isName, _) => trimmed k (len r) (starts r)
    | (v, O) => (v, extent e k match v with partial => true | _ => false end, unknown)
    | (v, k') => (v, k', unknown)
    end.
Definition judge : verdict * nat * (N -> N) :=
  if has (s + 4) "urn:" then (noName, (s + 4)%nat, unknown)
  else
    let e := opened in
    let whole := read (skipn s text) in
    let g := scan e (S (stop whole)) false (s + stop whole) (s + 4) 0 None None None in
    let grammatical := match how g with byGrammar | byReference => true | _ => false end in
    let r := match how g with byReference => if Nat.ltb (seen g - s) (len whole) then read_to (seen g) else whole | _ => whole end in
    if Nat.eqb (len r) 0 then (malformed e (seen g), unknown)
    else
      let k := if grammatical then (s + len r)%nat else seen g in
      let ended := match how g with byClose => true | _ => grammatical &&& closed e k end in
      let cut := match paren g with Some p => if negb ended &&& Nat.ltb p k then Some p else None | None => None end in
      let (k, grammatical) := match cut with Some p => (p, false) | None => (k, grammatical) end in
      if Nat.eqb (s + len r) k then decide e g k r ended grammatical
      else
        let r := read_to k in
        if Nat.ltb 0 (len r) &&& Nat.eqb (s + len r) k then decide e g k r ended grammatical
        else (if Byte.eqb (at_ (k - 1)) ":" then partial else isMiss, k, unknown).
Definition exactly : verdict * nat * (N -> N) :=
  let r := read (skipn s text) in
  if Nat.eqb (len r) 0 then (noName, (s + 4)%nat, unknown) else (isName, (s + len r)%nat, starts r).
End Candidate.

(* From left to right. *)
Variable exact : bool.
Definition verdict_at (i : nat) : verdict * nat * (N -> N) := if exact then exactly i else judge i.

(* What is found: where it begins and ends, and the starts of a match. A near miss has
   none. *)
Definition finding := (nat * nat * option (N -> N))%type.
Definition found_at (i : nat) : list finding :=
  match verdict_at i with
  | (isName, k, st) => [(i, k, Some st)]
  | (noName, _, _) => []
  | (_, k, _) => [(i, Nat.max k (i + 4), None)]
  end.
(* Where the search goes on. *)
Definition next_from (i : nat) : nat :=
  match verdict_at i with
  | (isName, k, _) => k
  | (_, k, _) => Nat.max k (i + 4)
  end.
(* A candidate begins at i: "urn:" in any case, without a letter or digit before it that
   ends no escape. *)
Definition Candidate (i : nat) : Prop :=
  (exists w z, skipn i text = w ++ z /\ derives (Text "urn:") w) /\ glued i = false.
(* The findings from a place on: that of the leftmost candidate, and those from its end on. *)
Inductive Findings : nat -> list finding -> Prop :=
| no_candidate : forall from, (forall i, (from <= i)%nat -> ~ Candidate i) -> Findings from []
| first_candidate : forall from i l, (from <= i)%nat -> Candidate i -> (forall j, (from <= j < i)%nat -> ~ Candidate j) ->
    Findings (next_from i) l -> Findings from (found_at i ++ l).

(* The model of the search. *)
Fixpoint indexScheme (s : bytes) (i : nat) : option nat :=
  match s with
  | [] => None
  | _ :: s' => if hasScheme s &&& negb (glued i) then Some i else indexScheme s' (S i)
  end.
(* Each turn goes on by at least one byte, so the length of the text is enough fuel. *)
Fixpoint AllFrom (fuel from : nat) : list finding :=
  match fuel with
  | O => []
  | S fuel' =>
    match indexScheme (skipn from text) from with
    | None => []
    | Some i => found_at i ++ AllFrom fuel' (next_from i)
    end
  end.
End Rule.

(* What g says of a text. *)
Section Grammar.
Variable g : node.

(* n is the length of the longest prefix of s that is a URN. *)
Definition LongestURN (s : bytes) (n : nat) : Prop :=
  (n <= length s)%nat /\ derives g (firstn n s) /\
  forall k, (n < k <= length s)%nat -> ~ derives g (firstn k s).

(* offsets are those of the components in the reading of the URN u. *)
Definition Offsets (u : bytes) (offsets : N -> N) : Prop :=
  exists r, map fst r = u /\ reads g r /\
    forall mark, offsets mark =
      match find (fun p => fst p =? mark) (Runs.starts r 0 []) with Some p => snd p | None => 0 end.

(* r is what g says of s. *)
Definition Reading (s : bytes) (r : reading) : Prop :=
  (len r = 0%nat /\ forall k, (k <= length s)%nat -> ~ derives g (firstn k s)) \/
  ((1 <= len r)%nat /\ LongestURN s (len r) /\ Offsets (firstn (len r) s) (starts r)).

(* A match at i that ends at k. *)
Definition MatchAt (exact : bool) (text : bytes) (i k : nat) (offsets : N -> N) : Prop :=
  Candidate text i /\ exists n longest, k = (i + n)%nat /\ (1 <= n <= longest)%nat /\
    LongestURN (skipn i text) longest /\ derives g (firstn n (skipn i text)) /\
    Offsets (firstn n (skipn i text)) offsets /\ (exact = true -> n = longest).
End Grammar.

(* The model of dfa.Longest. *)

Section Model.
Variable m : machine.
Variable begin : N.

(* dfa.Longest. Its field starts is stored here: all captures, the last one first. *)
Record longest := { Len : N; pos : N; row : N; stored : captures }.
Definition Longest : longest := {| Len := 0; pos := 4; row := begin; stored := [] |}.

Fixpoint Feed (l : longest) (s : bytes) : longest :=
  let len := if accepting m (row l) then pos l else Len l in
  let stop := {| Len := len; pos := pos l; row := row l; stored := stored l |} in
  match s with
  | [] => stop
  | b :: s' =>
    let (t, mark) := next m (row l) b in
    if t =? 0 then stop
    else Feed {| Len := len; pos := pos l + 1; row := t; stored := store mark (pos l + 1) (stored l) |} s'
  end.

Definition captured (c : captures) (mark : N) : N :=
  match find (fun p => fst p =? mark) c with Some p => snd p | None => 0 end.
(* Captures after the longest prefix do not count. *)
Definition Starts (l : longest) (mark : N) : N :=
  if Len l <? captured (stored l) mark then 0 else captured (stored l) mark.

Definition read_by (s : bytes) : reading :=
  let l := Feed Longest (skipn 4 s) in
  {| len := N.to_nat (Len l); stop := N.to_nat (pos l); starts := Starts l |}.

Definition All (ch : characters) (exact : bool) (text : bytes) : list finding :=
  AllFrom read_by ch text exact (S (length text)) 0.
End Model.

(* The check. rank and fresh restate the table: the largest mark on a way to a state,
   and whether every step to it has one of the marks 1, 2, 3. The marks grow along
   each way. The mark 4 is that of a component that may be empty, and what precedes its delimiter is a
   URN. *)

(* trim drops such bytes, and the delimiter of an empty f-component. *)
Definition droppable (b : byte) : bool := isPunctuation b ||| Byte.eqb b "*".

Section Check.
Variable m : machine.
Variable h : shortcuts.
Variable rank : N -> N.
Variable fresh : N -> bool.

Definition ok_edge (q : N) (b : byte) : bool :=
  let (t, mark) := next m q b in
  if t =? 0 then true
  else if t <? states h then
    if mark =? 0 then
      if rank q <=? rank t then
        if fresh t then false
        else if droppable b then
          if accepting m t then if accepting m q then true else fresh q else true
        else true
      else false
    else if rank q <? mark then if mark <=? rank t then
      if mark <=? 3 then negb (accepting m t)
      else if mark =? 4 then if fresh t then false else if accepting m q then negb (droppable b) else false else false
    else false else false
  else false.
(* "urn:" leads to Begin, and nothing is accepted before. *)
Fixpoint leads (w : list (N * N)) (q : N) : bool :=
  match w with
  | [] => q =? begin h
  | (x, f) :: w' =>
    if accepting m q then false
    else
      let t := fst (next m q (octet_of x)) in
      if every (fun b => if N.lor (to_N b) f =? x then goes m q b t 0 else true) then leads w' t else false
  end.
Definition ok_finder : bool :=
  if start m <? states h then
    if fresh (start m) then false
    else if leads [(117, 32); (114, 32); (110, 32); (58, 0)] (start m) then
      forallb (fun q => every (ok_edge q)) (all_states h)
    else false
  else false.
End Check.

(* rank and fresh are computed; the check does not rely on how. *)
(* The largest mark on a way to the state, after one more round. *)
Definition last_marks (m : machine) (h : shortcuts) (a : array) : array :=
  fold_left (fun a q => fold_left (fun a b =>
    let (t, mark) := next m q b in
    if t =? 0 then a
    else let r := N.max (get a q) mark in
      if get a t <? r then PositiveMap.add (N.succ_pos t) r a else a) all_bytes a) (all_states h) a.
(* 1 if every step to the state has one of the marks 1, 2, 3. *)
Definition after_marks (m : machine) (h : shortcuts) : array :=
  fold_left (fun a q => fold_left (fun a b =>
    let (t, mark) := next m q b in
    if t =? 0 then a
    else let r := if (if mark =? 0 then false else mark <=? 3) then 1 else 2 in
      if get a t <? r then PositiveMap.add (N.succ_pos t) r a else a) all_bytes a) (all_states h) (PositiveMap.empty _).
Definition finds (m : machine) (r : restated) : bool :=
  let h := shortcuts_of r in
  let ranks := last_marks m h (last_marks m h (last_marks m h (PositiveMap.empty _))) in
  let news := after_marks m h in
  if ok_steps m h then ok_finder m h (get ranks) (fun q => get news q =? 1) else false.

(* The proof. *)

Lemma snoc_or_nil : forall A (l : list A), l = [] \/ exists v a, l = v ++ [a].
Proof. intros A l. pattern l. apply rev_ind; eauto. Qed.
Lemma byte_eqb_eq : forall a b, Byte.eqb a b = true <-> a = b.
Proof. intros. split; [apply byte_dec_bl|apply byte_dec_lb]. Qed.
(* The machine. *)

Section Proof.
Variable m : machine.
Variable n : names.
Variable g : node.
Variable h : shortcuts.
Variable rank : N -> N.
Variable fresh : N -> bool.
Hypothesis Grammar : Reads m n g.
Hypothesis Steps : ok_steps m h = true.
Hypothesis Ok : ok_finder m h rank fresh = true.

Notation next := (next m).

(* The state and the captures after all of w, from state q at i with captures c. *)
Fixpoint go (w : bytes) (i q : N) (c : captures) : option (N * captures) :=
  match w with
  | [] => Some (q, c)
  | b :: w' => let (t, mark) := next q b in if t =? 0 then None else go w' (i + 1) t (store mark (i + 1) c)
  end.
Lemma go_app : forall u w i q c, go (u ++ w) i q c =
  match go u i q c with Some (t, d) => go w (i + N.of_nat (length u)) t d | None => None end.
Proof.
  induction u as [|b u IH]; intros w i q c; cbn [app go length].
  - rewrite N.add_0_r. auto.
  - destruct (next q b) as [t k]. destruct (t =? 0); auto. rewrite IH.
    replace (i + 1 + N.of_nat (length u)) with (i + N.of_nat (S (length u))) by lia. auto.
Qed.
Lemma go_trail : forall w i q c, q < states h -> forall u e, trail m n q w = (u, e) ->
  go w i q c = if Nat.eqb (length u) (length w) then Some (e, Runs.starts u i c) else None.
Proof.
  induction w as [|b w IH]; intros i q c Hq u e; cbn [go trail].
  - intros E. inversion E; subst. auto.
  - destruct (step_ok m h Steps q b Hq) as (Ht & Hk). unfold Loop.next in *.
    destruct (step m q (class m b)) as [t k]. cbn [fst snd] in *.
    destruct (N.eqb_spec t 0).
    + intros E. inversion E; subst. auto.
    + destruct (trail m n t w) as [u' e'] eqn:T. intros E. inversion E; subst. cbn [Runs.starts length Nat.eqb].
      rewrite starts_note by auto. apply IH; auto.
Qed.
Lemma start_state : start m < states h.
Proof. unfold ok_finder in Ok. destruct (N.ltb_spec (start m) (states h)); [auto|discriminate]. Qed.
Definition from_start (w : bytes) := go w 0 (start m) [].
Lemma derives_go : forall w, derives g w <-> exists q c, from_start w = Some (q, c) /\ accepting m q = true.
Proof.
  intros w. rewrite <- (same_strings _ _ _ Grammar w). unfold accepts, from_start.
  destruct (trail m n (start m) w) as [u e] eqn:T.
  rewrite (go_trail w 0 (start m) [] start_state u e T). destruct (Nat.eqb (length u) (length w)).
  - split; [eauto|]. intros (q & c & E & A). inversion E; subst. auto.
  - split; [discriminate|]. intros (q & c & E & A). discriminate.
Qed.
Lemma go_offsets : forall w q c, derives g w -> from_start w = Some (q, c) -> Offsets g w (captured c).
Proof.
  intros w q c D E. unfold from_start in E. destruct (trail m n (start m) w) as [u e] eqn:T.
  rewrite (go_trail w 0 (start m) [] start_state u e T) in E. destruct (Nat.eqb (length u) (length w)); [|discriminate].
  inversion E; subst. exists u. pose proof (same_reading _ _ _ Grammar w u D) as S. rewrite T in S. cbn [fst] in S.
  destruct S as (_ & S). destruct (S eq_refl). auto.
Qed.

(* What the check says of a step. *)
Lemma edge : forall q b, q < states h -> fst (next q b) <> 0 ->
  let (t, k) := next q b in
  t < states h /\ (fresh t = true -> 1 <= k <= 3) /\
  (k = 0 -> rank q <= rank t /\
    (droppable b = true -> accepting m t = true -> accepting m q = true \/ fresh q = true)) /\
  (k <> 0 -> rank q < k /\ k <= rank t /\ k <= 4 /\ (k <= 3 -> accepting m t = false) /\ (k = 4 -> accepting m q = true /\ droppable b = false)).
Proof.
  intros q b Hq Hz. unfold ok_finder in Ok.
  destruct (start m <? states h); [|discriminate]. destruct (fresh (start m)); [discriminate|].
  destruct (leads _ _ _ _); [|discriminate].
  assert (I : In q (all_states h)).
  { apply in_map_iff. exists (N.to_nat q). rewrite Nnat.N2Nat.id. split; auto. apply in_seq. lia. }
  eapply forallb_forall in Ok; [|exact I]. pose proof (every_all _ Ok b) as X. unfold ok_edge in X.
  destruct (next q b) as [t k]. cbn [fst] in Hz. destruct (N.eqb_spec t 0); [tauto|].
  destruct (N.ltb_spec t (states h)); [|discriminate]. split; auto.
  destruct (N.eqb_spec k 0) as [->|K].
  - destruct (N.leb_spec (rank q) (rank t)); [|discriminate]. destruct (fresh t); [discriminate|].
    repeat split; try discriminate; try tauto.
    intros P A. rewrite P, A in X. destruct (accepting m q); auto.
  - destruct (N.ltb_spec (rank q) k); [|discriminate]. destruct (N.leb_spec k (rank t)); [|discriminate].
    destruct (N.leb_spec k 3).
    + repeat split; try tauto; try lia. intros _. destruct (accepting m t); [discriminate|auto].
    + destruct (N.eqb_spec k 4); [|discriminate]. destruct (fresh t); [discriminate|].
      destruct (accepting m q); [|discriminate].
      repeat split; try tauto; try lia; try discriminate. destruct (droppable b); [discriminate|auto].
Qed.

(* Captures in order, the last one first. *)
Fixpoint sorted (c : captures) : Prop :=
  match c with
  | [] => True
  | (k, p) :: c' => (forall k' p', In (k', p') c' -> k' < k /\ p' < p) /\ sorted c'
  end.
Definition fine (i q : N) (c : captures) : Prop :=
  q < states h /\ sorted c /\ forall k p, In (k, p) c -> 0 < k <= 4 /\ k <= rank q /\ 0 < p <= i.
Lemma fine_step : forall i q c b t k, fine i q c -> next q b = (t, k) -> t <> 0 -> fine (i + 1) t (store k (i + 1) c).
Proof.
  intros i q c b t k (Hq & S & F) E Ht. pose proof (edge q b Hq) as X. rewrite E in X. specialize (X Ht).
  destruct X as (Hs & _ & X0 & X1). split; auto. unfold store. destruct (N.eqb_spec k 0) as [K|K].
  - destruct (X0 K) as (R & _). split; auto. intros k' p' I. apply F in I. lia.
  - destruct (X1 K) as (R & R' & K4 & _). split.
    + split; auto. intros k' p' I. apply F in I. lia.
    + intros k' p' [I|I]; [inversion I; subst; lia|]. apply F in I. lia.
Qed.
Lemma fine_go : forall w i q c t d, fine i q c -> go w i q c = Some (t, d) ->
  fine (i + N.of_nat (length w)) t d /\ exists e, d = e ++ c /\ forall k p, In (k, p) e -> i < p.
Proof.
  induction w as [|b w IH]; intros i q c t d F; cbn [go length].
  - intros E. inversion E; subst. rewrite N.add_0_r. split; auto. exists []. split; auto. intros k p [].
  - destruct (next q b) as [u k] eqn:E. destruct (N.eqb_spec u 0); [discriminate|]. intros G.
    destruct (IH _ _ _ _ _ (fine_step i q c b u k F E n0) G) as (F' & e & -> & He). split.
    + replace (i + N.of_nat (S (length w))) with (i + 1 + N.of_nat (length w)) by lia. auto.
    + unfold store. destruct (k =? 0).
      * exists e. split; auto. intros k' p' I. apply He in I. lia.
      * exists (e ++ [(k, i + 1)]). rewrite <- app_assoc. split; auto. intros k' p' I. apply in_app_or in I.
        destruct I as [I|[I|[]]]; [apply He in I; lia|inversion I; lia].
Qed.
Lemma fine_start : fine 0 (start m) [].
Proof. split; [apply start_state|]. split; cbn; auto. intros k p []. Qed.
Lemma fine_from : forall w q c, from_start w = Some (q, c) -> fine (N.of_nat (length w)) q c.
Proof. intros w q c E. apply (fine_go w 0 _ [] _ _ fine_start) in E. apply E. Qed.

Lemma sorted_lt : forall c k p k' p', sorted c -> In (k, p) c -> In (k', p') c -> k < k' -> p < p'.
Proof.
  induction c as [|[k0 p0] c IH]; cbn [sorted In]; intros k p k' p' S H H' L; [tauto|]. destruct S as (S & S').
  destruct H as [H|H], H' as [H'|H'].
  - inversion H; inversion H'; subst. lia.
  - inversion H; subst. apply S in H'. lia.
  - inversion H'; subst. apply S in H. lia.
  - eapply IH; eauto.
Qed.
Lemma captured_in : forall c k p, sorted c -> In (k, p) c -> captured c k = p.
Proof.
  induction c as [|[k0 p0] c IH]; cbn [sorted In]; intros k p S H; [tauto|]. destruct S as (S & S').
  unfold captured. cbn [find fst]. destruct H as [H|H].
  - inversion H; subst. rewrite N.eqb_refl. auto.
  - destruct (N.eqb_spec k0 k) as [->|]; [apply S in H; lia|]. apply (IH k p S' H).
Qed.
Lemma captured_or : forall c k, captured c k = 0 \/ In (k, captured c k) c.
Proof.
  intros c k. unfold captured. destruct (find (fun p => fst p =? k) c) as [[k' p]|] eqn:E; auto.
  right. apply find_some in E. destruct E as (I & E). cbn in E. apply N.eqb_eq in E. subst. auto.
Qed.

(* A component that starts at p keeps a byte, or its delimiter if it is the last. *)
Lemma short_mark : forall i q c k p, fine i q c -> In (k, p) c -> k <= 3 -> p < shortest (captured c).
Proof.
  intros i q c k p (_ & S & F) I K. pose proof (F k p I) as (P & _). unfold shortest.
  destruct (N.eqb_spec (captured c 4) 0) as [|Z].
  - assert (E : captured c k = p) by (apply captured_in; auto).
    assert (X : k = 1 \/ k = 2 \/ k = 3) by lia. destruct X as [->|[->| ->]]; lia.
  - destruct (captured_or c 4) as [|J]; [tauto|]. eapply sorted_lt; eauto. lia.
Qed.
(* Where a mark is, a step with this mark ends. *)
Lemma go_mark : forall w q c k p, from_start w = Some (q, c) -> In (k, p) c ->
  exists u b z r d t, w = u ++ b :: z /\ N.of_nat (length u) + 1 = p /\ from_start u = Some (r, d) /\
    next r b = (t, k) /\ t <> 0.
Proof.
  intros w. pattern w. apply rev_ind; clear w.
  - intros q c k p E I. inversion E; subst. destruct I.
  - intros b w IH q c k p E I. unfold from_start in E. rewrite go_app in E. fold (from_start w) in E.
    destruct (from_start w) as [[r d]|] eqn:W; [|discriminate]. cbn [go] in E.
    destruct (next r b) as [t k'] eqn:Ne. destruct (N.eqb_spec t 0); [discriminate|]. inversion E; subst q c.
    assert (X : In (k, p) d \/ (k, p) = (k', 0 + N.of_nat (length w) + 1)).
    { unfold store in I. destruct (k' =? 0); auto. destruct I; auto. }
    destruct X as [X|X].
    + destruct (IH r d k p eq_refl X) as (u & b' & z & r' & d' & t' & -> & Y).
      exists u, b', (z ++ [b]), r', d', t'. rewrite <- app_assoc. auto.
    + inversion X; subst. exists w, b, [], r, d, t. repeat split; auto; lia.
Qed.

(* n bytes of s are a URN, and st has the starts of its components. *)
Definition Fits (s : bytes) (n : nat) (st : N -> N) : Prop :=
  (n <= length s)%nat /\ exists q c, from_start (firstn n s) = Some (q, c) /\ accepting m q = true /\ forall mark, st mark = captured c mark.

(* Without its last byte, a URN is one. *)
Lemma drop_last : forall u b q c, from_start (u ++ [b]) = Some (q, c) -> accepting m q = true ->
  droppable b = true -> shortest (captured c) <= N.of_nat (length u) ->
  exists r, from_start u = Some (r, c) /\ accepting m r = true.
Proof.
  intros u b q c E A P L. pose proof (fine_from _ _ _ E) as Fc. unfold from_start in *.
  rewrite go_app in E. destruct (go u 0 (start m) []) as [[r c0]|] eqn:U; [|discriminate].
  pose proof (fine_go u 0 _ _ _ _ fine_start U) as (Fr & _).
  cbn [go] in E. pose proof (edge r b (proj1 Fr)) as X. destruct (next r b) as [t k] eqn:Ne.
  destruct (N.eqb_spec t 0); [discriminate|]. inversion E; subst t c. specialize (X n0).
  destruct X as (_ & _ & X0 & X1). destruct (N.eqb_spec k 0) as [K|K].
  - subst k. destruct (X0 eq_refl) as (_ & Y). unfold store in *. cbn [N.eqb] in *. exists r. split; auto.
    destruct (Y P A) as [Ar|Fs]; auto. exfalso. destruct (snoc_or_nil _ u) as [->|(v & a & ->)].
    + cbn in U. inversion U; subst. unfold ok_finder in Ok. rewrite Fs in Ok. destruct (_ <? _); discriminate.
    + rewrite go_app in U. destruct (go v 0 (start m) []) as [[r' c']|] eqn:V; [|discriminate].
      pose proof (fine_go v 0 _ _ _ _ fine_start V) as (Fv & _). cbn [go] in U.
      pose proof (edge r' a (proj1 Fv)) as Z. destruct (next r' a) as [t' k'] eqn:Na.
      destruct (N.eqb_spec t' 0); [discriminate|]. inversion U; subst t' c0. destruct (Z n1) as (_ & Z1 & _).
      specialize (Z1 Fs).
      assert (I : In (k', 0 + N.of_nat (length v) + 1) (store k' (0 + N.of_nat (length v) + 1) c')).
      { unfold store. destruct (N.eqb_spec k' 0); [lia|]. cbn. auto. }
      pose proof (short_mark _ _ _ _ _ Fc I ltac:(lia)) as Sh. rewrite app_length in L. cbn in L. lia.
  - exfalso. destruct (X1 K) as (_ & _ & K4 & A3 & P4).
    destruct (N.le_gt_cases k 3); [rewrite A3 in A by auto; discriminate|].
    destruct P4 as (_ & P4); [lia|congruence].
Qed.
(* Without the delimiter of an empty f-component, a URN is one. *)
Lemma drop_mark : forall w q c, from_start w = Some (q, c) -> captured c 4 = N.of_nat (length w) -> w <> [] ->
  exists u b r d, w = u ++ [b] /\ from_start u = Some (r, d) /\ accepting m r = true /\
    forall mark, captured d mark = if mark =? 4 then 0 else captured c mark.
Proof.
  intros w q c E C W. destruct (captured_or c 4) as [Z|I].
  { exfalso. destruct w; [tauto|]. cbn [length] in C. lia. }
  destruct (go_mark w q c 4 _ E I) as (u & b & z & r & d & t & -> & Lp & Eu & Ne & Ht).
  assert (z = []) by (rewrite C, app_length in Lp; cbn [length] in Lp; destruct z; auto; cbn [length] in Lp; lia). subst z.
  pose proof (fine_from _ _ _ Eu) as (Hr & Sd & Fd). pose proof (edge r b Hr) as X. rewrite Ne in X. specialize (X Ht).
  destruct X as (_ & _ & _ & X). destruct (X ltac:(lia)) as (R & _ & _ & _ & P4). destruct (P4 eq_refl) as (A & _).
  exists u, b, r, d. repeat split; auto. intros mark.
  unfold from_start in *. rewrite go_app, Eu in E. cbn [go] in E. rewrite Ne in E.
  destruct (N.eqb_spec t 0); [tauto|]. inversion E; subst q c. unfold store. cbn [N.eqb].
  destruct (N.eqb_spec mark 4) as [->|M].
  - destruct (captured_or d 4) as [|J]; auto. apply Fd in J. lia.
  - unfold captured. change (4 =? 0) with false. cbn [find fst]. destruct (N.eqb_spec 4 mark); [congruence|auto].
Qed.

(* The longest prefix. *)

Lemma Feed_ok : forall s l, let f := fun k => go (firstn k s) (pos l) (row l) (stored l) in let l' := Feed m l s in
  exists j, (j <= length s)%nat /\ f j = Some (row l', stored l') /\
    ((Len l' = Len l /\ forall k q c, (k <= length s)%nat -> f k = Some (q, c) -> accepting m q = false) \/
     (exists k q c, (k <= j)%nat /\ f k = Some (q, c) /\ accepting m q = true /\ Len l' = pos l + N.of_nat k /\
        forall k' q' c', (k < k' <= length s)%nat -> f k' = Some (q', c') -> accepting m q' = false)).
Proof.
  induction s as [|b s IH]; intros l; cbn [Feed].
  - exists O. cbn [length firstn go row stored Len]. split; auto. split; auto.
    destruct (accepting m (row l)) eqn:A.
    + right. exists O, (row l), (stored l). repeat split; auto; [lia|]. intros; lia.
    + left. split; auto. intros k q c Hk E. destruct k; [|lia]. cbn in E. inversion E; subst; auto.
  - destruct (next (row l) b) as [t k0] eqn:Ne. destruct (N.eqb_spec t 0) as [T|T].
    + assert (Far : forall k, (1 <= k)%nat -> go (firstn k (b :: s)) (pos l) (row l) (stored l) = None).
      { intros [|k] Hk; [lia|]. cbn [firstn go]. rewrite Ne. destruct (N.eqb_spec t 0); [auto|tauto]. }
      exists O. cbn [row stored Len]. split; [lia|]. split; [reflexivity|].
      destruct (accepting m (row l)) eqn:A.
      * right. exists O, (row l), (stored l). repeat split; auto; [lia|]. intros k' q' c' Hk E. rewrite Far in E by lia. discriminate.
      * left. split; auto. intros [|k] q c Hk E; [cbn in E; inversion E; subst; auto|]. rewrite Far in E by lia. discriminate.
    + set (l1 := {| Len := if accepting m (row l) then pos l else Len l; pos := pos l + 1; row := t; stored := store k0 (pos l + 1) (stored l) |}).
      assert (Up : forall k, go (firstn (S k) (b :: s)) (pos l) (row l) (stored l) = go (firstn k s) (pos l1) (row l1) (stored l1)).
      { intros k. cbn [firstn go]. rewrite Ne. destruct (N.eqb_spec t 0); [tauto|auto]. }
      destruct (IH l1) as (j & Hj & Ej & C). exists (S j). cbn [length]. split; [lia|]. rewrite Up. split; auto.
      destruct C as [(L & C)|(k & q & c & Hk & Ek & A & L & C)].
      * rewrite L. cbn [Len l1]. destruct (accepting m (row l)) eqn:A.
        -- right. exists O, (row l), (stored l). repeat split; auto; try lia.
           intros [|k'] q' c' Hk E; [lia|]. rewrite Up in E. apply (C k' q' c'); auto. lia.
        -- left. split; auto. intros [|k'] q' c' Hk E; [cbn in E; inversion E; subst; auto|].
           rewrite Up in E. apply (C k' q' c'); auto. lia.
      * right. exists (S k), q, c. rewrite Up. repeat split; auto; try lia.
        { rewrite L. cbn [pos l1]. lia. }
        intros [|k'] q' c' Hk' E; [lia|]. rewrite Up in E. apply (C k' q' c'); auto. lia.
Qed.

Lemma leads_ok : forall w q, leads m h w q = true -> forall s, fits_word w s = true -> forall i c,
  (length w <= length s)%nat /\ go (firstn (length w) s) i q c = Some (begin h, c) /\
  forall k q' c', (k < length w)%nat -> go (firstn k s) i q c = Some (q', c') -> accepting m q' = false.
Proof.
  induction w as [|[x f] w IH]; cbn [leads fits_word]; intros q H s F i c.
  - apply N.eqb_eq in H. subst. cbn. repeat split; auto; intros; lia.
  - destruct (accepting m q) eqn:A; [discriminate|]. destruct s as [|b s]; [discriminate|].
    destruct (every _) eqn:Ev; [|discriminate]. destruct (N.lor (to_N b) f =? x) eqn:Hb; [|discriminate].
    pose proof (every_all _ Ev b) as X. cbn beta in X. rewrite Hb in X. apply goes_next in X. destruct X as (Ne & Ht).
    set (t := fst (next q (octet_of x))) in *. destruct (IH t H s F (i + 1) c) as (L & G & N1).
    cbn [length firstn go]. rewrite Ne. destruct (N.eqb_spec t 0); [tauto|]. unfold store. cbn [N.eqb].
    split; [lia|]. split; auto. intros [|k] q' c' Hk E.
    + cbn in E. inversion E; subst; auto.
    + cbn [firstn go] in E. rewrite Ne in E. destruct (N.eqb_spec t 0); [tauto|]. apply (N1 k q' c'); auto. lia.
Qed.

Lemma firstn_split : forall A (l : list A) k j, (k <= j)%nat -> firstn j l = firstn k l ++ firstn (j - k) (skipn k l).
Proof.
  induction l as [|a l IH]; intros k j H.
  - rewrite !firstn_nil, skipn_nil, firstn_nil. auto.
  - destruct k; [rewrite PeanoNat.Nat.sub_0_r; auto|]. destruct j; [lia|]. cbn. f_equal. apply IH. lia.
Qed.
Lemma shortest_ext : forall f k, (forall mark, f mark = k mark) -> shortest f = shortest k.
Proof. intros f k H. unfold shortest. rewrite !H. auto. Qed.
Lemma offsets_ext : forall u o p, (forall mark, o mark = p mark) -> Offsets g u p -> Offsets g u o.
Proof. intros u o p E (r & Er & R & O). exists r. repeat split; auto. intros mark. rewrite E. auto. Qed.

Lemma Starts_ok : forall i q c e l, fine i q (e ++ c) -> stored l = e ++ c ->
  (forall k p, In (k, p) e -> Len l < p) -> (forall k p, In (k, p) c -> p <= Len l) ->
  forall mark, Starts l mark = captured c mark.
Proof.
  intros i q c e l (_ & S & F) St He Hc mark. unfold Starts. rewrite St.
  destruct (captured_or c mark) as [Z|I].
  - rewrite Z. destruct (captured_or (e ++ c) mark) as [->|J]; [destruct (_ <? _); auto|].
    apply in_app_or in J. destruct J as [J|J].
    + apply He in J. destruct (N.ltb_spec (Len l) (captured (e ++ c) mark)); auto. lia.
    + assert (Sc : sorted c).
      { clear -S. induction e as [|[k p] e IH]; auto. apply IH. apply S. }
      pose proof (captured_in _ _ _ Sc J) as X. rewrite Z in X.
      assert (Y : In (mark, captured (e ++ c) mark) (e ++ c)) by (apply in_or_app; auto).
      apply F in Y. lia.
  - assert (J : In (mark, captured c mark) (e ++ c)) by (apply in_or_app; auto).
    rewrite (captured_in _ _ _ S J). apply Hc in I. destruct (N.ltb_spec (Len l) (captured c mark)); auto. lia.
Qed.

(* What trim leaves is a URN. *)
Lemma byte_at_skipn : forall i j l, byte_at (skipn i l) j = byte_at l (i + j).
Proof.
  induction i as [|i IH]; intros j l; auto. destruct l; cbn [skipn plus]; [destruct j; auto|]. apply IH.
Qed.
Lemma firstn_last : forall (s : bytes) e, (S e <= length s)%nat -> firstn (S e) s = firstn e s ++ [byte_at s e].
Proof.
  unfold byte_at. induction s as [|a s IH]; cbn [length]; intros e H; [lia|]. destruct e; auto.
  cbn [firstn nth app]. f_equal. apply IH. lia.
Qed.
Lemma fits_drop : forall s e st, Fits s (S e) st -> droppable (byte_at s e) = true -> shortest st <= N.of_nat e -> Fits s e st.
Proof.
  intros s e st (L & q & c & E & A & St) D Sh. rewrite firstn_last in E by lia. rewrite (shortest_ext _ _ St) in Sh.
  destruct (drop_last _ _ _ _ E A D) as (r & Er & Ar); [rewrite firstn_length_le by lia; auto|].
  split; [lia|]. exists r, c. auto.
Qed.
Lemma fits_mark : forall s e st, Fits s (S e) st -> N.of_nat (S e) = st 4 -> Fits s e (fun mark => if mark =? 4 then 0 else st mark).
Proof.
  intros s e st (L & q & c & E & A & St) H.
  assert (Le : length (firstn (S e) s) = S e) by (apply firstn_length_le; lia).
  destruct (drop_mark _ _ _ E) as (u & b & r & d & W & Eu & Ar & C).
  - rewrite <- St, Le. auto.
  - intros X. rewrite X in Le. discriminate.
  - rewrite firstn_last in W by lia. apply app_inj_tail in W. destruct W as (<- & _).
    split; [lia|]. exists r, d. repeat split; auto. intros mark. rewrite C, St. auto.
Qed.
Lemma droppable_star : forall b, Byte.eqb b "*" = true -> droppable b = true.
Proof. intros b H. unfold droppable. rewrite H. destruct (isPunctuation b); reflexivity. Qed.
Lemma droppable_punctuation : forall b, isPunctuation b = true -> droppable b = true.
Proof. intros b H. unfold droppable. rewrite H. auto. Qed.
Lemma stars_ok : forall text s st k, Fits (skipn s text) k st ->
  Fits (skipn s text) (stars text s (shortest st) k) st /\ (stars text s (shortest st) k <= k)%nat.
Proof.
  intros text s st. induction k as [|e IH]; intros F; cbn [stars]; [auto|].
  destruct (N.ltb_spec (shortest st) (N.of_nat (S e))); [|auto].
  destruct (Byte.eqb _ _) eqn:B; [|auto]. assert (F' : Fits (skipn s text) e st).
  { apply fits_drop; auto; [|lia]. apply droppable_star. rewrite byte_at_skipn. auto. }
  destruct (IH F') as (F1 & L). split; auto.
Qed.
Lemma trim_ok : forall text s fuel n st, Fits (skipn s text) n st ->
  let (n', st') := trim text s fuel n st in Fits (skipn s text) n' st' /\ (n' <= n)%nat.
Proof.
  intros text s. induction fuel as [|fuel IH]; intros n0 st F; cbn [trim]; [auto|]. destruct n0 as [|e]; [auto|].
  destruct (N.eqb_spec (N.of_nat (S e)) (st 4)) as [H|H].
  - specialize (IH e _ (fits_mark _ _ _ F H)). destruct (trim _ _ _ _ _). destruct IH. split; auto.
  - destruct (N.ltb_spec (shortest st) (N.of_nat (S e))) as [Lt|Ge].
    + destruct (isPunctuation _) eqn:P.
      * assert (F' : Fits (skipn s text) e st).
        { apply fits_drop; auto; [|lia]. apply droppable_punctuation. rewrite byte_at_skipn. auto. }
        specialize (IH e _ F'). destruct (trim _ _ _ _ _). destruct IH. split; auto.
      * destruct (_ <? _); [|auto]. destruct (Byte.eqb _ _); [|auto]. destruct (Byte.eqb _ _); [|auto].
        destruct (stars_ok _ _ _ _ F) as (F' & L). specialize (IH _ _ F'). destruct (trim _ _ _ _ _). destruct IH. split; auto. lia.
    + destruct (_ <? _); [|auto]. destruct (Byte.eqb _ _); [|auto]. destruct (Byte.eqb _ _); [|auto].
      destruct (stars_ok _ _ _ _ F) as (F' & L). specialize (IH _ _ F'). destruct (trim _ _ _ _ _). destruct IH. split; auto. lia.
Qed.
Lemma fits_derives : forall s n st, Fits s n st -> derives g (firstn n s) /\ Offsets g (firstn n s) st.
Proof.
  intros s n0 st (L & q & c & E & A & St). assert (D : derives g (firstn n0 s)) by (apply derives_go; eauto).
  split; auto. apply (offsets_ext _ _ _ St), (go_offsets _ q); auto.
Qed.
Lemma start_refuses : leads m h [(117, 32); (114, 32); (110, 32); (58, 0)] (start m) = true /\ accepting m (start m) = false.
Proof.
  unfold ok_finder in Ok. destruct (_ <? _); [|discriminate]. destruct (fresh _); [discriminate|].
  destruct (leads _ _ _ _) eqn:Ld; [|discriminate]. split; auto. cbn [leads] in Ld. destruct (accepting m (start m)); [discriminate|auto].
Qed.

(* read_by gives what the grammar says. *)
Notation read := (read_by m (begin h)).
Lemma read_fits : forall s, hasScheme s = true ->
  (len (read s) = O /\ forall k, (k <= length s)%nat -> ~ derives g (firstn k s)) \/
  ((1 <= len (read s))%nat /\ LongestURN g s (len (read s)) /\ Fits s (len (read s)) (starts (read s))).
Proof.
  intros s Hs. destruct start_refuses as (Ld & _).
  destruct (leads_ok _ _ Ld s Hs 0 []) as (L4 & G4 & N4). cbn [length] in *.
  assert (Far : forall k, (4 <= k)%nat -> from_start (firstn k s) = go (firstn (k - 4) (skipn 4 s)) 4 (begin h) []).
  { intros k Hk. unfold from_start. rewrite (firstn_split _ s 4 k Hk), go_app, G4. rewrite firstn_length_le by lia. auto. }
  assert (Ls : length (skipn 4 s) = (length s - 4)%nat) by apply List.skipn_length.
  unfold read_by. set (l := Feed m (Longest (begin h)) (skipn 4 s)). cbn [len starts].
  destruct (Feed_ok (skipn 4 s) (Longest (begin h))) as (j & Hj & Ej & C). fold l in Ej, C. cbn [pos row stored Len Longest] in *.
  destruct C as [(L & C)|(k & q & c & Hk & Ek & A & L & C)].
  - left. rewrite L. split; auto. intros k Hk D. apply derives_go in D. destruct D as (q & c & E & A).
    destruct (PeanoNat.Nat.le_gt_cases 4 k) as [K|K].
    + rewrite Far in E by auto. rewrite (C (k - 4)%nat q c) in A; auto; [discriminate|lia].
    + rewrite (N4 k q c) in A; auto; discriminate.
  - right. set (len := N.to_nat (Len l)) in *. assert (Hl : len = (4 + k)%nat) by (unfold len; lia).
    assert (Eu : from_start (firstn len s) = Some (q, c)).
    { rewrite Far by lia. replace (len - 4)%nat with k by lia. auto. }
    split; [lia|]. split.
    + split; [lia|]. split; [apply derives_go; eauto|]. intros k' Hk' D. apply derives_go in D. destruct D as (q' & c' & E' & A').
      rewrite Far in E' by lia. rewrite (C (k' - 4)%nat q' c') in A'; auto; [discriminate|lia].
    + split; [lia|]. exists q, c. split; auto. split; auto.
      pose proof (fine_from _ _ _ Eu) as Fu. rewrite firstn_length_le in Fu by lia.
      intros mark. rewrite (firstn_split _ _ k j Hk), go_app, Ek in Ej.
      assert (Fk : fine (4 + N.of_nat (length (firstn k (skipn 4 s)))) q c).
      { rewrite firstn_length_le by lia. replace (4 + N.of_nat k) with (N.of_nat len) by lia. auto. }
      destruct (fine_go _ _ _ _ _ _ Fk Ej) as (F & x & E & Hx). rewrite firstn_length_le in Hx by lia.
      rewrite E in F. eapply Starts_ok; [exact F|exact E| |].
      * rewrite L. auto.
      * intros k' p I. destruct Fu as (_ & _ & Fu). apply Fu in I. lia.
Qed.
Theorem read_ok : forall s, hasScheme s = true -> Reading g s (read s).
Proof.
  intros s Hs. destruct (read_fits s Hs) as [X|(X & L & F)]; [left; auto|right]. split; auto. split; auto.
  apply (fits_derives _ _ _ F).
Qed.

(* The text from left to right. *)

Lemma skipn_skipn_ : forall A i j (l : list A), skipn i (skipn j l) = skipn (j + i) l.
Proof. induction j as [|j IH]; intros l; auto. destruct l; cbn; [apply skipn_nil|apply IH]. Qed.
(* "urn:" in any case. *)
Lemma octet_fold : forall x f, every (fun b => Bool.eqb (N.lor (to_N b) f =? x) (inside (fold x) (to_N b))) = true ->
  forall b, (N.lor (to_N b) f =? x) = inside (fold x) (to_N b).
Proof. intros x f H b. apply eqb_prop. apply (every_all _ H b). Qed.
Lemma scheme_ok : forall s, hasScheme s = true <-> exists w z, s = w ++ z /\ derives (Text "urn:") w.
Proof.
  pose proof (octet_fold 117 32 eq_refl) as U. pose proof (octet_fold 114 32 eq_refl) as R.
  pose proof (octet_fold 110 32 eq_refl) as Nn. pose proof (octet_fold 58 0 eq_refl) as C.
  change (Text "urn:") with (Seq (Octet (fold 117)) (Seq (Octet (fold 114)) (Seq (Octet (fold 110)) (Octet (fold 58))))).
  unfold hasScheme. intros s. split.
  - intros H. destruct s as [|a [|b [|c [|d s]]]]; cbn [fits_word] in H;
      repeat match type of H with (if ?x then _ else _) = true => destruct x eqn:?; [|discriminate] end; try discriminate.
    exists [a; b; c; d], s. split; auto. exists [a], [b; c; d]. split; auto. split; [exists a; rewrite <- U; auto|].
    exists [b], [c; d]. split; auto. split; [exists b; rewrite <- R; auto|].
    exists [c], [d]. split; auto. split; [exists c; rewrite <- Nn; auto|exists d; rewrite <- C; auto].
  - intros (w & z & -> & (v1 & w1 & -> & (a & -> & Ha) & v2 & w2 & -> & (b & -> & Hb) & v3 & w3 & -> & (c & -> & Hc) & d & -> & Hd)).
    cbn [app fits_word]. rewrite U, R, Nn, C, Ha, Hb, Hc, Hd. auto.
Qed.
Lemma scheme_length : forall s, hasScheme s = true -> (4 <= length s)%nat.
Proof.
  unfold hasScheme. intros s H. destruct s as [|a [|b [|c [|d s]]]]; cbn [fits_word] in H; cbn [length]; try lia;
    repeat match type of H with (if ?x then _ else _) = true => destruct x eqn:?; [|discriminate] end; discriminate.
Qed.
(* No other "urn:" begins within one. *)
Lemma scheme_apart : forall s d, hasScheme s = true -> (1 <= d < 4)%nat -> hasScheme (skipn d s) = true -> False.
Proof.
  assert (X : forall x f y k, every (fun b => if N.lor (to_N b) f =? x then negb (N.lor (to_N b) k =? y) else true) = true ->
    forall b, (N.lor (to_N b) f =? x) = true -> (N.lor (to_N b) k =? y) = true -> False).
  { intros x f y k E b H1 H2. pose proof (every_all _ E b) as Y. cbn beta in Y. rewrite H1, H2 in Y. discriminate. }
  unfold hasScheme. intros s d H Hd K. destruct s as [|a [|b [|c [|e s]]]]; cbn [fits_word] in H;
    repeat match type of H with (if ?x then _ else _) = true => destruct x eqn:?; [|discriminate] end; try discriminate.
  destruct d as [|[|[|[|d]]]]; try lia; cbn [skipn fits_word] in K.
  - destruct (N.lor (to_N b) 32 =? 117) eqn:Y; [|discriminate]. apply (X 114 32 117 32 eq_refl b); auto.
  - destruct (N.lor (to_N c) 32 =? 117) eqn:Y; [|discriminate]. apply (X 110 32 117 32 eq_refl c); auto.
  - destruct (N.lor (to_N e) 32 =? 117) eqn:Y; [|discriminate]. apply (X 58 0 117 32 eq_refl e); auto.
Qed.
Lemma candidate_at : forall text i, Candidate text i <-> hasScheme (skipn i text) = true /\ glued text i = false.
Proof. intros text i. unfold Candidate. rewrite scheme_ok. tauto. Qed.

Variable ch : characters.

(* The verdict isName. *)
Definition Named (text : bytes) (s k : nat) (st : N -> N) : Prop :=
  exists n, k = (s + n)%nat /\ (1 <= n)%nat /\ Fits (skipn s text) n st.
Definition named (text : bytes) (s : nat) (x : verdict * nat * (N -> N)) : Prop :=
  match x with (isName, k, st) => Named text s k st | _ => True end.
Lemma fits_some : forall s n st, Fits s n st -> (1 <= n)%nat.
Proof.
  intros s [|n0] st (_ & q & c & E & A & _); [|lia]. cbn in E. inversion E; subst.
  rewrite (proj2 start_refuses) in A. discriminate.
Qed.
Lemma trimmed_named : forall text s k n st, Fits (skipn s text) n st -> named text s (trimmed text s k n st).
Proof.
  intros text s k n0 st F. unfold trimmed. pose proof (trim_ok text s (S n0) n0 st F) as T.
  destruct (trim _ _ _ _ _) as [n' st']. destruct T as (F' & _).
  destruct (dots _ _ _ _); cbn [named]; auto. destruct (_ =? _); [destruct (isPunctuation _)|]; cbn [named]; auto;
    exists n'; (split; [auto|split; [apply (fits_some _ _ _ F')|auto]]).
Qed.
Lemma decide_named : forall text s e gr k r ended grammatical, Fits (skipn s text) (len r) (starts r) ->
  named text s (decide ch text s e gr k r ended grammatical).
Proof.
  intros text s e gr k r ended grammatical F. unfold decide.
  destruct (if (if regex ch text s then true else _) then true else _); cbn [named]; auto.
  destruct ended.
  - destruct (isPrefix _ _ _ _); cbn [named]; auto. exists (len r). split; [auto|split; [apply (fits_some _ _ _ F)|auto]].
  - destruct (if grammatical then _ else _) as [v k']. destruct v; try (apply trimmed_named; auto); destruct k'; cbn [named]; auto.
Qed.
Lemma fits_prefix : forall s k n st, Fits (firstn k s) n st -> Fits s n st.
Proof.
  intros s k n0 st (L & q & c & E & X). rewrite firstn_length in L. split; [lia|]. exists q, c. split; auto.
  rewrite firstn_firstn in E. replace (Nat.min n0 k) with n0 in E by lia. auto.
Qed.
Lemma scheme_prefix : forall s k, hasScheme s = true -> hasScheme (firstn (4 + k) s) = true.
Proof.
  intros s k H. pose proof (scheme_length s H). destruct s as [|a [|b [|c [|d s]]]]; cbn [length] in *; try lia.
  unfold hasScheme in *. cbn [firstn plus fits_word] in *. exact H.
Qed.
Lemma read_named : forall text s k, hasScheme (skipn s text) = true ->
  len (read_to read text s k) = O \/ Fits (skipn s text) (len (read_to read text s k)) (starts (read_to read text s k)).
Proof.
  intros text s k H. unfold read_to. destruct (read_fits _ (scheme_prefix _ (k - (s + 4)) H)) as [(X & _)|(_ & _ & F)]; auto.
  right. eapply fits_prefix; eauto.
Qed.
Lemma malformed_named : forall text s e k, named text s (malformed ch text s e k, unknown).
Proof.
  intros. assert (X : fst (malformed ch text s e k) <> isName).
  { unfold malformed. repeat match goal with |- fst (if ?x then _ else _) <> _ => destruct x end;
      cbn [fst]; try discriminate; destruct (regex ch text s); discriminate. }
  destruct (malformed ch text s e k) as [v k']. cbn [fst] in X. cbn [named]. destruct v; auto. tauto.
Qed.
Lemma judge_named : forall text s, hasScheme (skipn s text) = true -> named text s (judge read ch text s).
Proof.
  intros text s H. unfold judge. destruct (has text (s + 4) "urn:"); [cbn [named]; auto|].
  set (e := opened ch text s). set (whole := read (skipn s text)). set (gr := scan _ _ _ _ _ _ _ _ _ _ _).
  set (r := match how gr with byReference => _ | _ => whole end).
  assert (F : len r = O \/ Fits (skipn s text) (len r) (starts r)).
  { assert (W : len whole = O \/ Fits (skipn s text) (len whole) (starts whole)).
    { destruct (read_fits _ H) as [(X & _)|(_ & _ & X)]; auto. }
    unfold r. destruct (how gr); auto. destruct (Nat.ltb _ _); auto. apply read_named; auto. }
  destruct (PeanoNat.Nat.eqb_spec (len r) 0) as [|Z]; [apply malformed_named|]. destruct F as [F|F]; [tauto|]. cbv zeta.
  match goal with |- named _ _ (let (_, _) := ?x in _) => destruct x as [k grammatical] end.
  destruct (Nat.eqb _ _); [apply decide_named; auto|].
  destruct (PeanoNat.Nat.ltb_spec 0 (len (read_to read text s k))) as [P|].
  - destruct (Nat.eqb _ _); [|destruct (Byte.eqb _ _); cbn [named]; auto].
    apply decide_named. destruct (read_named text s k H) as [X|X]; [lia|auto].
  - destruct (Byte.eqb _ _); cbn [named]; auto.
Qed.

Variable exact : bool.
Notation verdict_at text i := (verdict_at read ch text exact i).

Lemma verdict_match : forall text i k st, Candidate text i -> verdict_at text i = (isName, k, st) -> MatchAt g exact text i k st.
Proof.
  intros text i k st C V. pose proof C as C0. apply candidate_at in C. destruct C as (H & _). split; auto.
  assert (X : exists n0, k = (i + n0)%nat /\ (1 <= n0)%nat /\ Fits (skipn i text) n0 st /\ (exact = true -> n0 = len (read (skipn i text)))).
  { unfold Finder.verdict_at in V. destruct exact.
    - unfold exactly in V. destruct (read_fits _ H) as [(Z & _)|(Z & _ & F)].
      + rewrite Z in V. cbn [Nat.eqb] in V. discriminate.
      + destruct (PeanoNat.Nat.eqb_spec (len (read (skipn i text))) 0); [lia|]. inversion V; subst. eauto 6.
    - pose proof (judge_named text i H) as J. rewrite V in J. destruct J as (n0 & -> & P & F).
      exists n0. repeat split; auto; try apply F. discriminate. }
  destruct X as (n0 & -> & P & F & Ex). pose proof (fits_derives _ _ _ F) as (D & O).
  destruct (read_fits _ H) as [(_ & Z)|(_ & Lo & _)]; [exfalso; apply (Z n0); auto; apply F|].
  exists n0, (len (read (skipn i text))). repeat split; try tauto; try apply Lo.
  destruct (PeanoNat.Nat.le_gt_cases n0 (len (read (skipn i text)))); auto. exfalso.
  apply (proj2 (proj2 Lo) n0); auto. split; [auto|apply F].
Qed.
Lemma candidate_in : forall text i, Candidate text i -> (i + 4 <= length text)%nat.
Proof. intros text i C. apply candidate_at in C. destruct C as (H & _). apply scheme_length in H. rewrite List.skipn_length in H. lia. Qed.
Lemma next_after : forall text i, Candidate text i -> (i < next_from read ch text exact i)%nat.
Proof.
  intros text i C. unfold next_from. destruct (verdict_at text i) as [[v k] st] eqn:V.
  destruct v; try lia. apply verdict_match in V; auto. destruct V as (_ & n0 & l & -> & L & _). lia.
Qed.

Lemma indexScheme_ok : forall text s i, s = skipn i text ->
  match indexScheme text s i with
  | None => forall j, (i <= j)%nat -> ~ Candidate text j
  | Some k => (i <= k)%nat /\ Candidate text k /\ forall j, (i <= j < k)%nat -> ~ Candidate text j
  end.
Proof.
  intros text. induction s as [|c s IH]; intros i E; cbn [indexScheme].
  - intros j Hj C. apply candidate_in in C. assert (length (skipn i text) = O) by (rewrite <- E; auto).
    rewrite List.skipn_length in H. lia.
  - assert (E' : s = skipn (S i) text).
    { replace (S i) with (i + 1)%nat by lia. rewrite <- skipn_skipn_, <- E. auto. }
    destruct (hasScheme (c :: s) &&& negb (glued text i)) eqn:F.
    + split; auto. split; [|intros; lia]. apply candidate_at. rewrite <- E.
      destruct (hasScheme (c :: s)) eqn:H; [|discriminate]. destruct (glued text i); [discriminate|auto].
    + assert (Z : ~ Candidate text i).
      { intros C. apply candidate_at in C. rewrite <- E in C. destruct C as (C1 & C2). rewrite C1, C2 in F. discriminate. }
      specialize (IH (S i) E'). destruct (indexScheme text s (S i)) as [k|].
      * destruct IH as (L & C & B). split; [lia|]. split; auto. intros j Hj.
        destruct (PeanoNat.Nat.eq_dec j i) as [->|]; auto. apply B. lia.
      * intros j Hj. destruct (PeanoNat.Nat.eq_dec j i) as [->|]; auto. apply IH. lia.
Qed.
Lemma AllFrom_ok : forall text fuel from, (length text < fuel + from)%nat ->
  Findings read ch text exact from (AllFrom read ch text exact fuel from).
Proof.
  intros text. induction fuel as [|fuel IH]; intros from Hf; cbn [AllFrom].
  - constructor. intros i Hi C. apply candidate_in in C. lia.
  - pose proof (indexScheme_ok text _ from eq_refl) as X. destruct (indexScheme text (skipn from text) from) as [i|].
    + destruct X as (L & C & B). apply first_candidate; auto. apply IH. pose proof (next_after text i C). lia.
    + constructor. auto.
Qed.

(* The rule gives only one list. *)
Lemma findings_once : forall text from l, Findings read ch text exact from l ->
  forall k, Findings read ch text exact from k -> l = k.
Proof.
  intros text. induction 1 as [from None1|from i l Hi C B F IH]; intros k K.
  - inversion K as [|? j ? Hj Cj]; subst; auto. exfalso. eapply None1; eauto.
  - inversion K as [? None1|? j k' Hj Cj Bj Fj]; subst; [exfalso; eapply None1; eauto|].
    assert (i = j).
    { destruct (PeanoNat.Nat.lt_trichotomy i j) as [H|[H|H]]; auto; exfalso; [apply (Bj i)|apply (B j)]; auto. }
    subst j. f_equal. auto.
Qed.
Lemma findings_match : forall text from l, Findings read ch text exact from l ->
  forall i k st, In (i, k, Some st) l -> MatchAt g exact text i k st.
Proof.
  intros text. induction 1 as [from None1|from i l Hi C B F IH]; intros j k st I; [destruct I|].
  apply in_app_or in I. destruct I as [I|I]; auto. unfold found_at in I.
  destruct (verdict_at text i) as [[v k'] st'] eqn:V. destruct v; cbn [In] in I; try tauto.
  - destruct I as [I|[]]. inversion I; subst. apply verdict_match; auto.
  - destruct I as [I|[]]. discriminate.
  - destruct I as [I|[]]. discriminate.
Qed.
Fixpoint in_order (from : nat) (l : list finding) : Prop :=
  match l with
  | [] => True
  | (start, end_, _) :: l' => (from <= start < end_)%nat /\ in_order end_ l'
  end.
Lemma in_order_later : forall l i j, (i <= j)%nat -> in_order j l -> in_order i l.
Proof. intros [|[[a b] o] l] i j H; cbn [in_order]; auto. intros (X & Y). split; auto. lia. Qed.
Lemma findings_in_order : forall text from l, Findings read ch text exact from l -> in_order from l.
Proof.
  intros text. induction 1 as [from None1|from i l Hi C B F IH]; cbn [in_order]; auto.
  pose proof (next_after text i C) as A. unfold found_at, next_from in *. destruct (verdict_at text i) as [[v k'] st'].
  destruct v; cbn [app in_order]; try (split; [lia|auto]). eapply in_order_later; [|exact IH]. lia.
Qed.
End Proof.

(* A match is within the text. *)
Lemma match_within : forall g exact text i k st, MatchAt g exact text i k st -> (k <= length text)%nat.
Proof.
  intros g exact text i k st (_ & n & l & -> & L & (Ll & D & _) & _). rewrite List.skipn_length in Ll. lia.
Qed.

(* The theorem for each syntax, whatever is said of characters beyond ASCII. *)
Definition Finds (m : machine) (r : restated) (g : node) : Prop :=
  let read := read_by m (begin (shortcuts_of r)) in
  (forall s, hasScheme s = true -> Reading g s (read s)) /\
  forall ch exact text,
    let l := All m (begin (shortcuts_of r)) ch exact text in
    Findings read ch text exact 0 l /\
    (forall k, Findings read ch text exact 0 k -> l = k) /\
    in_order 0 l /\
    (forall i k st, In (i, k, Some st) l -> MatchAt g exact text i k st /\ (k <= length text)%nat).
Theorem finds_matches : forall m n r g, Reads m n g -> finds m r = true -> Finds m r g.
Proof.
  intros m n r g R H. cbv zeta. unfold finds in H. cbv zeta in H.
  destruct (ok_steps m (shortcuts_of r)) eqn:S; [|discriminate]. split.
  - apply (read_ok m n g _ _ _ R S H).
  - intros ch exact text. cbv zeta.
    assert (A : Findings (read_by m (begin (shortcuts_of r))) ch text exact 0 (All m (begin (shortcuts_of r)) ch exact text)).
    { unfold All. apply (AllFrom_ok m n g _ _ _ R S H). lia. }
    split; [exact A|]. split.
    + intros k K. eapply findings_once; eauto.
    + split.
      * eapply (findings_in_order m n g); eauto.
      * intros i k st I. assert (M : MatchAt g exact text i k st) by (eapply (findings_match m n g); eauto).
        split; [exact M|]. eapply match_within; eauto.
Qed.
