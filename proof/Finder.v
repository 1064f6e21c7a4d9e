(* The rule of the finder, and the proof of what it finds.

   The first part is the rule of the documentation of Finder, with the names of
   rule.go and find.go. It reads the grammar only by the function read. The second
   part is the model of internal/dfa/longest.go, which computes read by stepping
   through the tables. The model steps one byte at a time where the Go code takes the
   shortcuts of run, and it looks at one place at a time where indexScheme compares
   eight. It reads a candidate at once where the Go code stops at each byte that the rule
   looks at, and it has no fast path for plain names. It has no MaxLen: the theorem is
   about texts of less than 2 GiB.

   The rule looks at a text only by the type look, where the Go code has candidate.at. So
   the model knows how far each result looks: reach. Settled compares reach with the length
   of the text. The Go code keeps only the result of this comparison, in candidate.past.

   Proved: read gives the longest prefix that is a URN, and the starts of its
   components. The findings are those of the rule, from left to right, in order and
   without overlap. Each match is a URN that begins at a candidate and is within that
   longest prefix, and Exact gives this prefix. Whatever follows a text, the findings
   before what Settled returns are the same, and end there. Not proved, but compared on
   texts: what the Go code says by delimiters, lists, URLs and escapes is what the rule
   here says, and Settled returns what it returns here. *)

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

(* The data of the rule: from Unicode, the opening and closing marks, and what continues a word;
   and the words of Mentioned of package scheme. *)
Record characters := { isOpening : N -> bool; isClosing : N -> bool; goesOn : N -> bool; mentions : list String.string }.

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
Inductive ending := byGrammar | byClose | bySeparator | byReference.
Inductive location := noURL | inQuery | inPath.

(* The delimiter that precedes a candidate: its length, the closing one, whether backslashes
   may be before that, whether any closing mark of Unicode is one, and whether what is
   between them is one value. *)
Record enclosure := { opened : nat; close : bytes; quote : bool; curly : bool; encloses : bool }.
Definition nothing : enclosure := {| opened := 0; close := []; quote := false; curly := false; encloses := false |}.
Definition open (e : enclosure) : bool := match close e with [] => false | _ => true end.
Definition opener (e : enclosure) : byte := hd x00 (close e).
Definition closing_is (e : enclosure) (s : String.string) : bool :=
  if list_eq_dec byte_eq_dec (close e) (quoted s) then true else false.

Definition value (o c : String.string) : String.string * enclosure :=
  (o, {| opened := length (quoted o); close := quoted c; quote := false; curly := false; encloses := true |}).
Definition weak (o c : String.string) : String.string * enclosure :=
  (o, {| opened := length (quoted o); close := quoted c; quote := false; curly := false; encloses := false |}).
Definition mark_ (o : String.string) : String.string * enclosure :=
  (o, {| opened := length (quoted o); close := quoted o; quote := true; curly := false; encloses := true |}).
Definition openings : list (String.string * enclosure) := [
  mark_ """"; mark_ "`"; mark_ "''"; mark_ "'";
  value "<" ">"; value ">" "</"; weak "(" ")"; weak "[" "]"; weak "{" "}"; weak "|" "|";
  weak "***" "***"; weak "**" "**"; weak "*" "*"; weak "___" "___"; weak "__" "__"; weak "_" "_";
  value "&quot;" "&quot;"; value "&#34;" "&#34;"; value "&#x22;" "&#x22;"; value "&apos;" "&apos;"; value "&#39;" "&#39;"; value "&#x27;" "&#x27;";
  value "&lt;" "&gt;"; value "&#60;" "&#62;"; value "&gt;" "&lt;"; value "&ldquo;" "&rdquo;"; value "&lsquo;" "&rsquo;"; value "&laquo;" "&raquo;";
  value "%22" "%22"; value "%27" "%27"; value "%3C" "%3E"; value "%3E" "%3C"; value "%60" "%60"; weak "%5B" "%5D"; weak "%7B" "%7D"; weak "%28" "%29";
  value "\u0022" "\u0022"; value "\u0027" "\u0027"; value "\u003C" "\u003E"; value "\u003E" "\u003C"; value "\x22" "\x22"; value "\x27" "\x27"; value "\x3C" "\x3E"; value "\x3E" "\x3C"]%string.
(* A dash, a space or an invisible character in the place of "-", or of nothing. *)
Definition slips (r : N) : bool := inside [(8208, 8213); (8722, 8722); (173, 173); (8203, 8203); (160, 160); (65279, 65279)] r.
Definition entities : list String.string :=
  ["lt;"; "gt;"; "quot;"; "apos;"; "nbsp;"; "ldquo;"; "rdquo;"; "lsquo;"; "rsquo;"; "laquo;"; "raquo;"; "hellip;"]%string.

(* The length that a URN has at least when its trailing punctuation is removed. *)
Definition shortest (starts : N -> N) : N :=
  if starts 4 =? 0 then N.max (starts 1) (N.max (starts 2) (starts 3)) + 1 else starts 4.

(* What looks at a text says at which places. It is the type of all functions of the
   rule, so that it can be told how much of the text each result depends on. *)
Inductive look (A : Type) : Type :=
| Ret (a : A)                               (* no look is needed: the result is a *)
| At (i : nat) (f : byte -> look A)         (* at the byte at i; x00 after the end of the text *)
| Piece (i k : nat) (f : bytes -> look A)   (* at the text from i to k *)
| Goes (i : nat) (f : bool -> look A)       (* at whether the prefix that begins a URN has the byte at i *)
| Whole (f : reading -> look A).            (* at the reading of the candidate *)
Arguments Ret {A}. Arguments At {A}. Arguments Piece {A}. Arguments Goes {A}. Arguments Whole {A}.
Fixpoint bind {A B : Type} (t : look A) (g : A -> look B) : look B :=
  match t with
  | Ret a => g a
  | At i f => At i (fun b => bind (f b) g)
  | Piece i k f => Piece i k (fun w => bind (f w) g)
  | Goes i f => Goes i (fun on => bind (f on) g)
  | Whole f => Whole (fun r => bind (f r) g)
  end.
Definition pure (b : bool) : look bool := Ret b.
Coercion pure : bool >-> look.
Notation "'let!' x := a 'in' b" := (bind a (fun x => b)) (at level 200, x name, a at level 100, b at level 200).
Notation "'If' c 'then' a 'else' b" := (bind (c : look bool) (fun x : bool => if x then a else b)) (at level 200, c at level 100, a at level 200, b at level 200).
(* The second operand looks at nothing if the first one decides. *)
Notation "a &&! b" := (bind (a : look bool) (fun x : bool => if x then (b : look bool) else Ret false)) (at level 40, left associativity).
Notation "a ||! b" := (bind (a : look bool) (fun x : bool => if x then Ret true else (b : look bool))) (at level 50, left associativity).
Notation "'neg!' a" := (bind (a : look bool) (fun x : bool => Ret (negb x))) (at level 35).

(* The candidate begins at s, and whole is the reading of the text from there on. *)
Fixpoint follow {A} (text : bytes) (s : nat) (whole : reading) (t : look A) : A :=
  match t with
  | Ret a => a
  | At i f => follow text s whole (f (byte_at text i))
  | Piece i k f => follow text s whole (f (firstn (k - i) (skipn i text)))
  | Goes i f => follow text s whole (f (Nat.ltb i (s + stop whole)))
  | Whole f => follow text s whole (f whole)
  end.
(* One past the last place that t looks at. The grammar reads one byte more than the
   prefix that begins a URN. *)
Fixpoint reach {A} (text : bytes) (s : nat) (whole : reading) (t : look A) : nat :=
  match t with
  | Ret _ => 0
  | At i f => Nat.max (i + 1) (reach text s whole (f (byte_at text i)))
  | Piece i k f => Nat.max k (reach text s whole (f (firstn (k - i) (skipn i text))))
  | Goes i f => Nat.max (i + 1) (reach text s whole (f (Nat.ltb i (s + stop whole))))
  | Whole f => Nat.max (s + stop whole + 1) (reach text s whole (f whole))
  end.

Lemma follow_bind : forall A B text s w (t : look A) (f : A -> look B),
  follow text s w (bind t f) = follow text s w (f (follow text s w t)).
Proof. induction t; intros; cbn [bind follow]; auto. Qed.

Definition at_ (i : nat) : look byte := At i Ret.
Definition at_is (i : nat) (c : byte) : look bool := At i (fun b => Ret (Byte.eqb b c)).
Definition at_in (i : nat) (set : String.string) : look bool := At i (fun b => Ret (among b set)).
Definition at_alnum (i : nat) : look bool := At i (fun b => Ret (alphanumeric b)).
Definition at_hex (i : nat) : look bool := At i (fun b => Ret (isHex b)).
Definition piece (i k : nat) : look bytes := Piece i k Ret.

(* A letter or digit precedes i, and ends no escape of a program or of a URL. *)
Definition endsEscape (text : bytes) (n : nat) : bool :=
  let at_ := byte_at text in
  let c := at_ (n - 1)%nat in
  if Nat.leb 2 n &&& Byte.eqb (at_ (n - 2)%nat) "\" then among c "nrt"
  else if Nat.leb 2 n &&& Byte.eqb (at_ (n - 2)%nat) "%" &&& among c "sdv" then true
  else if Nat.ltb n 3 ||| negb (isHex c) ||| negb (isHex (at_ (n - 2)%nat)) then false
  else if Byte.eqb (at_ (n - 3)%nat) "%" then true
  else if Nat.leb 4 n &&& Byte.eqb (at_ (n - 4)%nat) "\" &&& Byte.eqb (at_ (n - 3)%nat) "x" then true
  else Nat.leb 6 n &&& Byte.eqb (at_ (n - 6)%nat) "\" &&& Byte.eqb (at_ (n - 5)%nat) "u" &&& isHex (at_ (n - 4)%nat) &&& isHex (at_ (n - 3)%nat).
Definition glued (text : bytes) (i : nat) : bool :=
  match i with O => false | S j => alphanumeric (byte_at text j) &&& negb (endsEscape text i) end.

(* A name without trailing punctuation, and without an f-component that is empty. The
   name is the beginning of text, of n bytes. *)
Section Trim.
Variable text : bytes.
Fixpoint stars (least : N) (n : nat) : nat :=
  match n with
  | O => O
  | S e => if (least <? N.of_nat n) &&& Byte.eqb (byte_at text e) "*" then stars least e else n
  end.
Fixpoint trim (fuel n : nat) (starts : N -> N) : nat * (N -> N) :=
  match fuel, n with
  | S fuel', S e =>
    let least := shortest starts in
    if N.of_nat n =? starts 4 then trim fuel' e (fun mark => if mark =? 4 then 0 else starts mark)
    else if (least <? N.of_nat n) &&& isPunctuation (byte_at text e) then trim fuel' e starts
    else if (least + 1 <? N.of_nat n) &&& Byte.eqb (byte_at text e) "*" &&& Byte.eqb (byte_at text (e - 1)) "*" then
      trim fuel' (stars least n) starts
    else (n, starts)
  | _, _ => (n, starts)
  end.
(* "..." is in the text at i or after it. *)
Fixpoint dots (fuel i : nat) : bool :=
  match fuel with
  | O => false
  | S fuel' => Nat.leb (i + 3) (length text) &&& (forallb (Byte.eqb ".") (firstn 3 (skipn i text)) ||| dots fuel' (S i))
  end.
End Trim.

Section Rule.
Variable read : bytes -> reading.
Variable ch : characters.

(* The text at i begins with w, in any case. *)
Fixpoint has_bytes (i : nat) (w : bytes) : look bool :=
  match w with
  | [] => Ret true
  | b :: w' => let! c := at_ i in if lower c =? lower b then has_bytes (S i) w' else Ret false
  end.
Definition has (i : nat) (w : String.string) : look bool := has_bytes i (quoted w).

(* The character at i and its length, as UTF-8. *)
Definition RuneError : N := 65533.
Definition rune (i : nat) : look (N * nat) :=
  let cont := inside [(128, 191)] in
  let low b := N.land (to_N b) 63 in
  let bad := Ret (RuneError, 1%nat) in
  let! b := at_ i in
  let b0 := to_N b in
  if b0 <? 128 then Ret (b0, 1%nat)
  else if inside [(194, 223)] b0 then
    let! b1 := at_ (i + 1) in
    if cont (to_N b1) then Ret (N.land b0 31 * 64 + low b1, 2%nat) else bad
  else if inside [(224, 239)] b0 then
    let! b1 := at_ (i + 1) in
    if inside [(if b0 =? 224 then 160 else 128, if b0 =? 237 then 159 else 191)] (to_N b1) then
      let! b2 := at_ (i + 2) in
      if cont (to_N b2) then Ret (N.land b0 15 * 4096 + low b1 * 64 + low b2, 3%nat) else bad
    else bad
  else if inside [(240, 244)] b0 then
    let! b1 := at_ (i + 1) in
    if inside [(if b0 =? 240 then 144 else 128, if b0 =? 244 then 143 else 191)] (to_N b1) then
      let! b2 := at_ (i + 2) in
      if cont (to_N b2) then
        let! b3 := at_ (i + 3) in
        if cont (to_N b3) then Ret (N.land b0 7 * 262144 + low b1 * 4096 + low b2 * 64 + low b3, 4%nat) else bad
      else bad
    else bad
  else bad.
Definition runeStart (b : byte) : bool := negb (inside [(128, 191)] (to_N b)).
(* The character that ends at i. *)
Definition lastRune (i : nat) : look N :=
  let try_ k := Nat.leb k i &&! (let! b := at_ (i - k) in Ret (runeStart b)) in
  let at_k k := let! r := rune (i - k) in Ret (if Nat.eqb (snd r) k then fst r else RuneError) in
  If try_ 2%nat then at_k 2%nat else If try_ 3%nat then at_k 3%nat else If try_ 4%nat then at_k 4%nat else Ret RuneError.

(* Another candidate begins at i. *)
Definition another (i : nat) : look bool :=
  has i "urn:" &&! (let! p := piece (i - 6) i in Ret (negb (glued p (length p)))).
(* The same, but a "urn:" after "#" is in the f-component. *)
Definition further (i : nat) : look bool := another i &&! neg! at_is (i - 1) "#".
(* "," or ";" at i is before a further name or a URL. *)
Fixpoint location_of_url (fuel i k : nat) : look bool :=
  match fuel with
  | O => Ret false
  | S fuel' =>
    let! b := at_ k in
    if Byte.eqb b ":" then Nat.ltb (i + 1) k &&! has k "://"
    else if alphanumeric b then location_of_url fuel' i (S k) else Ret false
  end.
(* A "," at i is between two parts of a distinguished name. *)
Definition distinguished (i : nat) : look bool :=
  let two a b := at_is (i + 1) a &&! at_is (i + 2) b &&! at_is (i + 3) "=" in
  at_is i "," &&! ((at_in (i + 1) "OCL" &&! at_is (i + 2) "=") ||! two "C" "N" ||! two "O" "U" ||! two "D" "C" ||! two "S" "T")%byte.
Definition separates_at (i : nat) : look bool :=
  (If has (i + 1) "urn:" then at_alnum (i + 5) else location_of_url 7 i (i + 1)) ||! distinguished i.
Definition separates (i : nat) : look bool := at_in i ",;" &&! separates_at i.

(* The length of the reference at i to a character that no URN holds, or 0. *)
Fixpoint numeric (fuel k i : nat) : look nat :=
  match fuel with
  | O => Ret O
  | S fuel' =>
    let! b := at_ (i + k) in
    if Byte.eqb b ";" &&& Nat.ltb 2 k then Ret (S k)
    else if alphanumeric b then numeric fuel' (S k) i else Ret O
  end.
Fixpoint named_entity (l : list String.string) (i : nat) : look nat :=
  match l with
  | [] => Ret O
  | e :: l' => If has (i + 1) e then Ret (S (length (quoted e))) else named_entity l' i
  end.
Definition entity (i : nat) : look nat := If at_is (i + 1) "#" then numeric 5 2 i else named_entity entities i.

(* The candidate begins at s. *)
Section Candidate.
Variable s : nat.

Fixpoint opening_of (l : list (String.string * enclosure)) : look enclosure :=
  match l with
  | [] => Ret nothing
  | (o, e) :: l' => If Nat.leb (length (quoted o)) s &&! has (s - length (quoted o)) o then Ret e else opening_of l'
  end.
(* The opening delimiter, and whether a regular expression begins here. *)
Definition before : look (enclosure * bool) :=
  match s with
  | O => Ret (nothing, false)
  | S j =>
    let! p := at_ j in
    if 128 <=? to_N p then
      let! r := lastRune s in
      Ret (if isOpening ch r then {| opened := (if r <? 2048 then 2 else if r <? 65536 then 3 else 4)%nat; close := [xe2; x80; x9d]; quote := false; curly := true; encloses := true |} else nothing, false)
    else
      let! e := opening_of openings in
      let n := (s - Nat.max (opened e) 1)%nat in
      let! q := match n with O => Ret x00 | S i => at_ i end in
      if Byte.eqb p "_" &&& alphanumeric q then Ret (nothing, false)
      else if Byte.eqb p ">" &&& among q "-=>" then Ret (nothing, false)
      else if Byte.eqb p "^" then Ret (e, negb (Byte.eqb q "^"))
      else if Byte.eqb p ":" then Ret (e, Byte.eqb q "?")
      else if among p "!=" then let! r := Byte.eqb q "?" &&! Nat.leb 3 s &&! at_is (s - 3) "(" in Ret (e, r)
      else if Byte.eqb p "(" then let! r := Nat.leb 3 s &&! at_is (s - 3) "?" in Ret (e, r &&& among q "!:=")
      else Ret (e, false)
  end.

Fixpoint backslashes (fuel k : nat) : look nat :=
  match fuel with O => Ret k | S fuel' => If at_is k "\" then backslashes fuel' (S k) else Ret k end.
(* The length of the closing delimiter at i, or 0. *)
Definition closedAt (e : enclosure) (i : nat) : look nat :=
  if negb (open e) then Ret O
  else if curly e then
    let! b := at_ i in
    if to_N b <? 128 then Ret O else let! r := rune i in Ret (if isClosing ch (fst r) then snd r else O)
  else
    let! k := if Byte.eqb (opener e) "\" then Ret i else backslashes 8 i in
    If has_bytes k (close e) then Ret (k + length (close e) - i)%nat else Ret O.
Definition closed (e : enclosure) (i : nat) : look bool := let! n := closedAt e i in Ret (Nat.ltb 0 n).

(* The closing delimiter at k or after it, without white space or a further candidate
   before it, and outside of the candidate's own d parentheses. 0 if there is none. *)
Fixpoint ahead_ (e : enclosure) (fuel k d : nat) : look nat :=
  match fuel with
  | O => Ret O
  | S fuel' =>
    let! b := at_ k in
    If (to_N b <=? 32) ||| Byte.eqb b x7f ||! further k then Ret O
    else If Nat.eqb d 0 &&! closed e k then Ret k
    else ahead_ e fuel' (S k) (if closing_is e ")" &&& Byte.eqb b "(" then S d else if Byte.eqb b ")" then (d - 1)%nat else d)
  end.
Definition ahead (e : enclosure) (d i : nat) : look nat :=
  if open e then ahead_ e 256 i (if closing_is e ")" then d else 0%nat) else Ret O.

(* Where the closing delimiter is if the text before it, from the blank at i on, is more of the
   value: a single word, words with capitals or digits, or words with a ":" within. 0 if not. *)
Fixpoint phrase_ (e : enclosure) (fuel k words lowers : nat) (colon : bool) : look nat :=
  match fuel with
  | O => Ret O
  | S fuel' =>
    let! b := at_ k in
    let! next := if among b " :" then at_ (k + 1) else Ret x00 in
    If further k then Ret O
    else if Byte.eqb b " " &&& alphanumeric next then
      phrase_ e fuel' (S k) (S words) (if 97 <=? to_N next then S lowers else lowers) colon
    else if Byte.eqb b ":" &&& alphanumeric next then phrase_ e fuel' (S k) words lowers true
    else
      let! c := closed e k in
      if c &&& (Nat.eqb words 1 ||| Nat.eqb lowers 0 ||| colon) then Ret k
      else if alphanumeric b ||| among b "-_" then phrase_ e fuel' (S k) words lowers colon else Ret O
  end.
Definition phrase (e : enclosure) (i : nat) : look nat :=
  let o := (s - opened e)%nat in
  let! tag := Nat.ltb 1 o &&! at_is (o - 1) ":" &&! at_alnum (o - 2) in
  if encloses e &&& negb tag then phrase_ e 256 i 0 0 false else Ret O.

(* Where the closing delimiter is if the value goes on at i with a bracket, or with an escaped
   mark in a string whose own mark is not escaped. 0 if not. *)
Fixpoint whole_ (e : enclosure) (escaped bracket : bool) (fuel k : nat) : look nat :=
  match fuel with
  | O => Ret O
  | S fuel' =>
    let! b := at_ k in
    If (Byte.eqb b "\" &&& negb escaped) &&! (let! a := at_ (k + 1) in Ret (32 <=? to_N a)) &&! neg! another (k + 1) then match fuel' with S fuel'' => whole_ e escaped bracket fuel'' (k + 2) | O => Ret O end
    else If (to_N b <? 32) ||| Byte.eqb b x7f ||| (Byte.eqb b " " &&& negb bracket) ||! further k then Ret O
    else If closed e k then Ret (if bracket then O else k)
    else whole_ e escaped (bracket &&& negb (Byte.eqb b "]")) fuel' (S k)
  end.
Definition whole (e : enclosure) (i : nat) : look nat :=
  let o := (s - opened e)%nat in
  let! escaped := Nat.ltb 0 o &&! at_is (o - 1) "\" in
  let! bracket := at_is i "[" in
  let! stops := closing_is e "`" ||! (negb bracket &&! (escaped ||! neg! (at_is (i + 2) "/" ||! at_alnum (i + 2)))) in
  if stops then Ret O else whole_ e escaped bracket 256 i.

(* Where the candidate is in a URL: in the path, in the query, or in none. *)
(* It is in no path after "//", which begins a comment unless a letter or digit precedes it, nor directly after "," or ";".
   slash: a "/" has been read, or the candidate is in no path. *)
Fixpoint urlBefore (fuel i : nat) (where_ : location) (slash : bool) : look location :=
  match fuel, i with
  | S fuel', S j =>
    let! b := at_ j in
    if Byte.eqb b "?" ||| (Byte.eqb b "=" &&& Nat.eqb i s) then Ret inQuery
    else if Byte.eqb b "/" then
      let! two := match fuel', j with O, _ => Ret true | _, O => Ret false | S fuel2, S k => at_is k "/" &&! match fuel2, k with S _, S l => neg! at_alnum l | _, _ => Ret true end end in
      urlBefore fuel' j (if slash ||| two then where_ else inPath) true
    else if (excluded b &&& (to_N b <? 128)) ||| among b "':" then Ret where_
    else urlBefore fuel' j where_ slash
  | _, _ => Ret where_
  end.
Definition inURL (e : enclosure) : look location :=
  if open e then Ret noURL
  else let! apart := Nat.ltb 0 s &&! at_in (s - 1) ",;" in
    let! l := urlBefore 64 s noURL apart in
    let! escaped := Nat.leb 3 s &&! has (s - 3) "%20" in
    Ret match l with noURL => if escaped then inQuery else noURL | _ => l end.
Definition pathOfURL (e : enclosure) : look bool := let! l := inURL e in Ret match l with inPath => true | _ => false end.

(* Where the scan ends, and the first placeholder or pattern. *)
Record scanned := { seen : nat; how : ending; depth : nat; (* parentheses that are open *) odd : option nat }.
Definition first (p : option nat) (i : nat) : option nat := match p with Some _ => p | None => Some i end.
Definition inSegment (c : byte) : bool := alphanumeric c ||| among c ".-_*%".
Fixpoint variable (fuel k : nat) : look bool :=
  match fuel with
  | O => Ret false
  | S fuel' =>
    let! b := at_ k in
    if alphanumeric b ||| Byte.eqb b "_" then variable fuel' (S k) else Ret (among b ":/?#.,;!')&" ||| excluded b)
  end.
Definition isVariable (i : nat) : look bool :=
  at_in (i - 1) ":/" &&!
  (let! b := at_ (i + 1) in
   if among b "({" then Ret true
   else if inside [(48, 57)] (to_N b) then at_is (i + 2) "-" ||! variable 1 (i + 2)
   else if negb (inside [(97, 122)] (N.lor (to_N b) 32) ||| Byte.eqb b "_") then Ret false
   else variable 62 (i + 2)).
Fixpoint blanks (fuel k : nat) : look nat :=
  match fuel with O => Ret k | S fuel' => If at_is k " " ||! at_is k x09 then blanks fuel' (S k) else Ret k end.
Definition concats (k : nat) : look bool :=
  let! i := blanks 8 k in at_is i "+" ||! (at_is i "." &&! (at_is (i + 1) "$" ||! (at_is (i + 1) " " &&! at_is (i + 2) "$"))).
Fixpoint scan (e : enclosure) (regex : bool) (fuel : nat) (inQ inF closes : bool) (i d : nat) (od : option nat) : look scanned :=
  let result h := Ret {| seen := i; how := h; depth := d; odd := od |} in
  match fuel with
  | O => result byGrammar
  | S fuel' =>
    If neg! Goes i Ret then result byGrammar
    else
      let! b := at_ i in
      let on := scan e regex fuel' inQ inF closes (S i) in
      let repeats (o : option nat) :=
        If among b "*+" &&! at_is (i - 1) "." &&! at_in (i - 2) ":/" then on d (first o i) else on d o in
      if among b "uU" then
        If (Nat.eqb d 0 &&& (match od with Some _ => true | None => regex end)) &&! further i then result bySeparator else on d od
      else if Byte.eqb b "(" then
        let! p := at_is (i + 1) "?" ||! (at_is (i + 1) "." &&! at_in (i + 2) "*+") in
        on (S d) (if p then first od i else od)
      else if Byte.eqb b ")" then
        match d with
        | S d' => on d' od
        | O => if closing_is e ")" then result byClose
               else if closes then on d od
               else
                 let! k := ahead e d (i + 1) in
                 if Nat.eqb k 0 then result bySeparator else scan e regex fuel' inQ inF true (S i) d od
        end
      else if among b ",;" then
        If Nat.eqb d 0 &&! separates_at i then result bySeparator else on d od
      else if among b "'_%*" then
        If negb (open e) &&! ((Byte.eqb b "'" &&! (at_is (i - 1) ":" ||! has (i + 1) ",'" ||! concats (i + 1)))
          ||! (has i "%20urn:" &&! at_alnum (i + 7) &&! match s with O => Ret false | S j => let! p := at_ j in Ret (32 <? to_N p) end)) then result bySeparator else
        let! c := Byte.eqb (opener e) b &&! has_bytes i (close e) in
        let! next := if c then at_ (i + length (close e)) else Ret x00 in
        if c &&& Byte.eqb b "'" &&& Nat.eqb (length (close e)) 1 &&& Byte.eqb next "'" then
          scan e regex fuel' inQ inF closes (S (S i)) d od (* a doubled quotation mark stands for one *)
        else if c &&& (negb (Byte.eqb b "_") ||| (negb (alphanumeric next) &&& negb (Byte.eqb next b))) then result byClose
        else If Byte.eqb b "*" &&! at_in (i - 1) ":/" &&! negb (encloses e) &&! (let! b1 := at_ (i + 1) in Ret (negb (inSegment b1)))
        then repeats (first od i) else repeats od
      else if Byte.eqb b "+" then repeats od
      else if among b "?/" then
        let! q := inQ ||! (Byte.eqb b "?" &&! at_is (i + 1) "=") in
        If (Byte.eqb b "?" ||! (negb inF &&& Nat.eqb d 0 &&! neg! at_is (i + 1) ">")) &&! pathOfURL e then result bySeparator else scan e regex fuel' q inF closes (S i) d od
      else if Byte.eqb b "&" then
        let! n := entity i in
        if Nat.ltb 0 n then result byReference
        else if inQ then on d od
        else let! l := inURL e in match l with noURL => on d od | _ => result bySeparator end
      else if Byte.eqb b "#" then scan e regex fuel' inQ true closes (S i) d od
      else if Byte.eqb b "$" then
        let! v := negb inF &&! isVariable i in
        on d (if v then first od i else od)
      else on d od
  end.

(* Where the last of d parentheses is closed, after k. 0 if they are not closed soon. *)
Fixpoint closing (fuel k d : nat) : look nat :=
  match fuel, d with
  | S fuel', S d' =>
    let! b := at_ k in
    if Byte.eqb b "(" then closing fuel' (S k) (S d)
    else if Byte.eqb b ")" then match d' with O => Ret k | _ => closing fuel' (S k) d' end
    else if Byte.eqb b x00 ||| Byte.eqb b x0a ||| Byte.eqb b x0d ||| among b """<>`" then Ret O
    else If another k then Ret O
    else closing fuel' (S k) d
  | _, _ => Ret O
  end.
(* The end of the text that the writer meant by the candidate, which continues at i. First,
   where it is closed, or else what no name holds. *)
Fixpoint meant (e : enclosure) (template : bool) (limit fuel k d stops : nat) : look (bool * nat) :=
  let done := Ret (false, if Nat.eqb stops 0 then k else stops) in
  match fuel with
  | O => done
  | S fuel' =>
    let on := meant e template limit fuel' in
    if Nat.leb limit k ||| (Nat.ltb 0 stops &&& negb (open e)) then done
    else
      let! b := at_ k in
      If (to_N b <=? 32) ||| Byte.eqb b x7f ||! further k then
        if Nat.ltb 0 stops ||| negb (Byte.eqb b " " ||| Byte.eqb b x09) then done
        else
          let! p := if template then Ret O else phrase e k in
          if Nat.ltb 0 p then Ret (true, p)
          else
            let! c := closing (limit - k) k d in
            if Nat.eqb c 0 then done else on (S c) O stops
      else If (Nat.eqb d 0 ||| negb (closing_is e ")")) &&! closed e k then Ret (true, k)
      else if Byte.eqb b "(" then on (S k) (S d) stops
      else if Byte.eqb b ")" then on (S k) (d - 1)%nat stops
      else If Nat.eqb stops 0 &&!
        (among b """`" ||| (negb template &&& among b "<>") ||! (Byte.eqb b "<" &&! at_is (k + 1) "/") ||! separates k)
      then on (S k) d k else on (S k) d stops
  end.
(* The same from i on. In the candidate's own parentheses, a bracket may be at i. *)
Definition meant_from (e : enclosure) (template : bool) (d i : nat) : look (bool * nat) :=
  If negb template &&& Nat.ltb 0 d &&! at_in i "[]^|" then
    let! c := closing 256 i d in
    if Nat.eqb c 0 then Ret (false, i) else meant e template (i + 256) 257 (S c) 0 0
  else meant e template (i + 256) 257 i d 0.
Fixpoint back (drops : nat -> look bool) (i k : nat) : look nat :=
  match k with
  | O => Ret O
  | S j => If Nat.ltb i k &&! drops k then back drops i j else Ret k
  end.
Definition extent (e : enclosure) (d i : nat) (template : bool) : look nat :=
  let! m := meant_from e template d i in
  let (whole, k) := m in
  if whole then Ret k
  else
    let! quoted := at_in k """`" in
    let! held := piece s k in
    let opens := existsb (Byte.eqb "(") held in
    let braces := existsb (Byte.eqb "{") held in
    let! k := back (fun k => let! b := at_ (k - 1) in
      Ret (isPunctuation b ||| (Byte.eqb b ")" &&& negb opens) ||| (Byte.eqb b "}" &&& negb braces) ||| (Byte.eqb b "\" &&& quoted))) i k in
    back (fun k => let! b := at_ k in Ret (negb (runeStart b))) i k.

Definition isJoint (i : nat) : look bool := at_in i ":/#.-_=@~".

(* What a candidate is that the grammar ends at i, by what follows. *)
Fixpoint class_ (fuel i k : nat) (ranges word : bool) : look bool :=
  match fuel with
  | O => Ret false
  | S fuel' =>
    let! b := at_ k in
    if Byte.eqb b "]" then
      ranges ||! (word &&! isJoint (i - 1) &&! (let! w := piece (i + 1) k in Ret (negb (forallb (fun c => inside [(48, 57)] (to_N c)) w))))
        ||! at_in (k + 1) "{+*"
    else if Byte.eqb b "-" then
      let! r := ranges ||! (Nat.ltb (i + 1) k &&! at_alnum (k - 1) &&! at_alnum (k + 1)) in class_ fuel' i (S k) r word
    else if (to_N b <=? 32) ||| among b """'=[" then Ret false
    else class_ fuel' i (S k) ranges (word &&& (alphanumeric b ||| among b "_|"))
  end.
Definition isClass (i : nat) : look bool :=
  let! b1 := at_ (i + 1) in Byte.eqb b1 "^" ||! class_ 63 i (i + 1) false (alphanumeric b1).
Fixpoint placeholder (fuel i n k : nat) : look bool :=
  match fuel with
  | O => Ret false
  | S fuel' =>
    let! b := at_ k in
    let! ref := Byte.eqb b "&" &&! has k "&gt;" in
    if negb ref &&& ((Byte.eqb b " " &&& Nat.ltb (i + n) k) ||| alphanumeric b ||| (128 <=? to_N b) ||| among b "_-.${}[]\") then placeholder fuel' i n (S k)
    else if negb ref &&& negb (Byte.eqb b ">") then Ret false
    else neg! at_is (i - 1) "." ||! at_in (k + if ref then 4 else 1) ":/#.-_=@<&"
  end.
Definition isPlaceholder (i n : nat) : look bool :=
  (isJoint (i - 1) ||! at_is (i - 1) "(") &&!
    let! two := if Nat.eqb n 1 then at_is (i + 1) "<" else has (i + n) "&lt;" in
    let n := if two then (n + n)%nat else n in
    (let! b := at_ (i + n) in Ret (alphanumeric b ||| (128 <=? to_N b) ||| among b "$_{")) &&! placeholder (64 - n) i n (i + n).
Fixpoint verb (fuel k : nat) : look bool :=
  match fuel with
  | O => Ret false
  | S fuel' =>
    let! b := at_ k in
    if among b "-+ #0123456789.*$lhz" then verb fuel' (S k)
    else among b "sdvqxXufFgGeEicpotTUb" &&! neg! at_alnum (k + 1)
  end.
Definition isVerb (i : nat) : look bool := at_in (i + 1) "({<%""'@" ||! verb 7 (i + 1).
(* The number that four hexadecimal digits at i are. *)
Fixpoint four (n i : nat) (value : N) : look (option N) :=
  match n with
  | O => Ret (Some value)
  | S n' => let! b := at_ i in if isHex b then four n' (i + 1) (value * 16 + hex b) else Ret None
  end.
(* The candidate ends at a character that slips, before i. *)
Definition slipped (e : enclosure) (r : N) (i : nat) : look verdict :=
  let! b := at_ i in
  Ret (if negb (alphanumeric b) ||| (inside [(160, 160); (8210, 8213)] r &&& negb (encloses e) &&& negb (inside [(48, 57)] (to_N b))) then isName else isMiss).
(* Whether the rest of a text such as "u{1F}", from k on, makes it the escape of a control
   character. The braces contain zeros and at most two more digits, of which the first is 0 or 1.
   Before k there are z zeros. one: a 1 follows them. two: the last digit has been read. *)
Fixpoint control (fuel k z : nat) (one two : bool) : look bool :=
  match fuel with
  | O => Ret false
  | S fuel' =>
    let! b := at_ k in
    if Byte.eqb b "}" then Ret (Nat.ltb 0 z ||| one ||| two)
    else if two ||| negb (isHex b) then Ret false
    else if one then control fuel' (S k) z true true
    else if Byte.eqb b "0" &&& Nat.ltb z 6 then control fuel' (S k) (S z) false false
    else if Byte.eqb b "1" &&& Nat.ltb z 5 then control fuel' (S k) z true false
    else if Nat.ltb z 6 then control fuel' (S k) z false true
    else Ret false
  end.
Definition backslash (e : enclosure) (i : nat) : look verdict :=
  let! k := backslashes 7 (i + 1) in
  let! d := at_ k in
  if among d """'`\nrt0 " ||| Byte.eqb d x00 ||| Byte.eqb d x0a ||| Byte.eqb d x0d ||| Byte.eqb d x09 then Ret isName
  else if Byte.eqb d "/" then Ret isMiss
  else If Byte.eqb d "u" &&! at_is (k + 1) "{" then
    let! c := control 8 (k + 2) 0 false false in
    Ret (if c then isName else isMiss)
  else if Byte.eqb d "u" then
    let! r := four 4 (k + 1) 0 in
    match r with
    | Some r =>
      if slips r then slipped e r (k + 5)
      else Ret (if r <? 128 then
        if (r <? 32) &&& negb (inside [(9, 10); (13, 13)] r) then isMiss
        else if excluded (octet_of r) then isName else isMiss
      else if (r =? RuneError) ||| goesOn ch r then isMiss else isName)
    | None => Ret partial
    end
  else Ret (if Nat.ltb (i + 1) k ||| Byte.eqb d "_" then isMiss else partial).
Definition after (e : enclosure) (i d : nat) : look verdict :=
  let! b := at_ i in
  let is (v : verdict) := Ret v in
  let goes_on := let! m := meant_from e false d i in is (if Nat.ltb i (snd m) then isMiss else isName) in
  if Byte.eqb b " " ||| Byte.eqb b x09 then goes_on
  else if (to_N b <? 32) ||| Byte.eqb b x7f then is isName (* so at the end of the text, too *)
  else if 128 <=? to_N b then
    let! x := rune i in
    let r := fst x in
    if r =? 8230 then is partial
    else if slips r then slipped e r (i + snd x)
    else If (negb (r =? RuneError) &&& negb (goesOn ch r)) ||! at_is (i - 1) "#" then is isName
    else is isMiss
  else if among b "[]^|" then
    If Byte.eqb b "[" &&! isClass i then is partial
    else if Nat.eqb d 0 then is isName else goes_on
  else if among b """'`>}().,;:!" then is isName
  else if Byte.eqb b "{" then is partial
  else if Byte.eqb b "<" then If isPlaceholder i 1 then is partial else is isName
  else if Byte.eqb b "&" then
    let! n := entity i in
    if Nat.eqb n 0 then is isMiss
    else If (has i "&lt;" &&! isPlaceholder i n) ||! has i "&hellip;" then is partial else is isName
  else if Byte.eqb b "%" then If isVerb i then is partial else is isMiss
  else if Byte.eqb b "\" then If Nat.eqb d 0 &&! at_is (i + 1) "/" &&! pathOfURL e then is isName else backslash e i
  else if Byte.eqb b "/" then If Nat.eqb d 0 &&! pathOfURL e then is isName else is isMiss
  else if Byte.eqb b "?" then
    let! d := at_ (i + 1) in
    if among d "+=/%" then is isMiss
    else If negb (alphanumeric d) ||! has (i + 1) "urn:" ||! pathOfURL e then is isName else is isMiss
  else is isMiss.

(* A text between delimiters, which ends at k, is only the prefix of names. *)
Fixpoint one_of (l : list String.string) (k : nat) : look bool :=
  match l with
  | [] => Ret false
  | w :: l' => (Nat.leb (length (quoted w)) k &&! has (s - k) w) ||! one_of l' k
  end.
Definition words : list String.string := ["prefix"; "start"; "concat"]%string.
Fixpoint says_ (l : list String.string) (fuel k : nat) : look bool :=
  match fuel with
  | O => Ret false
  | S fuel' =>
    If Nat.ltb s k ||! at_is (s - k) x0a ||! has (s - k) "urn:" then Ret false
    else If one_of l k then Ret true
    else says_ l fuel' (S k)
  end.
(* The words directly before i, where an opening delimiter is, ask for a prefix. *)
Fixpoint blanksBefore (fuel i : nat) : look nat :=
  match fuel with O => Ret i | S fuel' => If Nat.ltb 0 i &&! at_is (i - 1) " " then blanksBefore fuel' (i - 1) else Ret i end.
Fixpoint callBefore (fuel i : nat) : look (option nat) :=
  match fuel, i with
  | S fuel', S j => let! b := at_ j in if Byte.eqb b "(" then Ret (Some i) else if among b """:;{}" ||| Byte.eqb b x0a then Ret None else callBefore fuel' j
  | _, _ => Ret None
  end.
Fixpoint beginning (fuel n i : nat) : look bool :=
  match fuel with
  | O => Ret false
  | S fuel' => (Nat.leb n i &&! (has (i - n) "start" ||! has (i - n) "begin")) ||! beginning fuel' (S n) i
  end.
Definition asks (i : nat) : look bool :=
  let! i := blanksBefore 8 i in
  let! i := If Nat.ltb 0 i &&! at_is (i - 1) "," then callBefore 64 i else Ret (Some i) in
  match i with
  | None => Ret false
  | Some i =>
    let! call := Nat.ltb 0 i &&! at_is (i - 1) "(" in
    let i := (if call then i - 1 else i)%nat in
    If call &&! Nat.ltb 0 i &&! at_in (i - 1) "xX" then Nat.leb 6 i &&! has (i - 6) "prefix"
    else Nat.leb 4 i &&! has (i - 4) "with" &&! beginning 6 5 (i - 4)
  end.
Definition says (e : enclosure) (joint : bool) : look bool :=
  (encloses e &&! asks (s - opened e)) ||! (joint &&! says_ words 64 1).
(* The rest of an argument of a call. *)
Fixpoint argument (fuel k : nat) : look bool :=
  match fuel with
  | O => Ret false
  | S fuel' => let! b := at_ k in if alphanumeric b ||| Byte.eqb b "_" then argument fuel' (S k) else Ret (among b "(.[)/")
  end.
Definition isPrefix (e : enclosure) (k : nat) : look bool :=
  let! joint := isJoint (k - 1) in
  let word := says e joint in
  let! colon := at_is (k - 1) ":" in
  If (Nat.leb 3 (k - s) &&! has (k - 3) "...") ||! (colon &&& closing_is e "'" : bool) then Ret true
  else if quote e then
    let! c := closedAt e k in
    let p := (k + if Nat.eqb c 0 then length (close e) else c)%nat in
    let! i := blanks 8 p in
    let! b := at_ i in
    If concats p ||! (colon &&& Nat.eqb i p &&& among b ";)" : bool) then Ret true
    else if negb joint then word
    else If (Byte.eqb b "$" &&& Nat.eqb i p) ||| Byte.eqb b "~" ||! (Byte.eqb b "|" &&! at_is (i + 1) "|")
      ||! (Byte.eqb b "<" &&! at_is (i + 1) ">") ||! (Byte.eqb b "&" &&! at_is (i + 1) " ")
      ||! (Byte.eqb b "." &&! at_in (i + 1) " $.""'")
      ||! (Byte.eqb b "," &&! (let! j := If at_is (i + 1) " " then Ret (i + 2)%nat else Ret (i + 1)%nat in
        let! d := at_ j in
        (inside [(97, 122)] (N.lor (to_N d) 32) ||| Byte.eqb d "_") &&! argument (63 - (j - p)) (S j))) then Ret true
    else word
  else word.

(* A candidate at which no URN begins. The grammar ends at limit. *)
Fixpoint endOfNID (fuel k : nat) : look nat :=
  match fuel with
  | O => Ret k
  | S fuel' => let! b := at_ k in if alphanumeric b ||| among b ".-_" then endOfNID fuel' (S k) else Ret k
  end.
(* The "::" at i is one of a program: no ":" that stands alone, and no digit after "::", follows it. *)
Fixpoint path_ (fuel k : nat) : look bool :=
  match fuel with
  | O => Ret true
  | S fuel' =>
    let! b := at_ k in
    if Byte.eqb b ":" then
      If at_is (k + 1) ":" then If at_in (k + 2) "0123456789" then Ret false else match fuel' with S fuel'' => path_ fuel'' (k + 2) | O => Ret true end else Ret false
    else if alphanumeric b ||| Byte.eqb b "_" then path_ fuel' (S k) else Ret true
  end.
Definition isPath (i : nat) : look bool := at_is (i + 1) ":" &&! neg! at_in (i + 2) "0123456789" &&! path_ 62 (i + 2).
(* What is directly before the candidate says that it is a value. *)
Definition gluedAt (i : nat) : look bool := let! p := piece (i - 6) i in Ret (glued p (length p)).
Fixpoint keyword (whole : bool) (l : list String.string) : look bool :=
  match l with
  | [] => Ret false
  | w :: l' => let n := length (quoted w) in
    (Nat.ltb n s &&! has (s - 1 - n) w &&! (negb whole ||! neg! gluedAt (s - 1 - n))) ||! keyword whole l'
  end.
Definition followsKey : look bool :=
  match s with
  | O => Ret false
  | S j =>
    let! p := at_ j in
    if Byte.eqb p "=" then Ret true
    else if among p ":/" then gluedAt j
    else if Byte.eqb p " " then keyword false ["namespace"; "uri"]%string ||! keyword true ["xmlns"; "urn"]%string
    else Ret false
  end.
(* The word w, without full stops at its end, is one of the list or ends with "urn". *)
Fixpoint undotted (r : bytes) : bytes :=
  match r with b :: r' => if Byte.eqb b "." then undotted r' else r | [] => [] end.
Definition ends_with_urn (r : bytes) : bool :=
  match r with n :: b :: u :: _ => (lower n =? 110) &&& (lower b =? 114) &&& (lower u =? 117) | _ => false end.
Fixpoint is_word (m w : bytes) : bool :=
  match m, w with
  | [], [] => true
  | a :: m', b :: w' => (to_N a =? lower b) &&& is_word m' w'
  | _, _ => false
  end.
Definition mentioned (l : list String.string) (w : bytes) : bool :=
  let r := undotted (rev w) in ends_with_urn r ||| existsb (fun m => is_word (quoted m) (rev r)) l.
(* A candidate that nothing encloses and that has no ":" after its NID at i is a value. *)
Definition isValue (i : nat) : look bool :=
  let! b := at_ i in
  let! p := match s with O => Ret x0a | S j => at_ j end in
  let! q := match s with O => Ret x00 | S j => at_ (j - 1) end in
  let! follows := followsKey in
  let valued := follows ||| (to_N p <? 32) ||| (Byte.eqb p " " &&& among q ":=>") in
  let! nid := piece (s + 4) i in
  let! escaped := Nat.leb 3 s &&! has (s - 3) "%20" in
  let blank := ((Byte.eqb p " " ||| Byte.eqb p x09) &&& negb (among q "{(")) ||| escaped in
  let word := blank &&& negb (mentioned (mentions ch) nid) in
  if Nat.eqb i (s + 4) then Byte.eqb b "/" &&! at_is (i + 1) "/" &&! at_alnum (i + 2)
  else if Byte.eqb p "{" then
    Byte.eqb b "}" &&! (among q """'`" ||! (negb (Byte.eqb q "$") &&! at_alnum (i + 1)))
  else if among b "?/#" then
    ((valued &&& (negb (Byte.eqb p "/") ||| Byte.eqb b "?")) ||| (Byte.eqb p " " &&& negb (Byte.eqb b "/")) ||| blank ||| among p ",;|") &&! at_alnum (i + 1) &&! neg! further (i + 1)
  else if Byte.eqb b x00 ||| Byte.eqb b x0a ||| Byte.eqb b x0d then Ret (valued ||| word)
  else if among b """'`" then Ret (follows ||| (Byte.eqb p " " &&& valued) ||| word)
  else if among b ",;" then
    if follows then Ret true else if word then let! d := at_ (i + 1) in Ret (13 <? to_N d) else Ret false
  else Ret ((follows &&& negb (Byte.eqb b "(")) ||| (word &&& (among b " )!\&" ||| Byte.eqb b x09) &&& negb (Byte.eqb q "," &&& Byte.eqb b ")"))).
(* Such a value ends at i. *)
Definition endsValue (e : enclosure) (i d : nat) : look bool :=
  at_is i "&" ||! (let! a := after e i d in Ret match a with isName => true | _ => false end).
(* The candidate, whose NID ends at i, is an element of XML. *)
Definition isElement (e : enclosure) (i : nat) : look bool :=
  if negb (existsb (closing_is e) [">"; "&gt;"; "&#62;"; "%3E"; "\u003E"; "\x3E"]%string) then Ret false
  else
    let! b := at_ i in
    If (to_N b <=? 32) ||! (Byte.eqb b "/" &&! closed e (i + 1)) then Ret true
    else
      let! n := closedAt e i in
      (* An element's name has no dot and is not directly after "(", and the datatype of a
         literal in Turtle follows "^^". *)
      let! caret := at_in (s - opened e - 1) "^(" in
      let! word := piece s i in
      if Nat.eqb n 0 ||| caret ||| existsb (Byte.eqb ".") word then Ret false
      else
        let! k := blanks 8 (i + n) in
        let! c := at_ k in
        (Nat.eqb k (i + n) ||| (to_N c <=? 32)) ||! (alphanumeric c &&! (negb (Byte.eqb c "a") ||! neg! at_is (k + 1) " ")).
Fixpoint word_end (fuel k : nat) : look nat :=
  match fuel with
  | O => Ret k
  | S fuel' => let! b := at_ k in if alphanumeric b ||| among b "_-" then word_end fuel' (S k) else Ret k
  end.
Definition isNIDPlaceholder (i : nat) : look bool :=
  at_in i "<{" &&! (let! k := word_end 63 (i + 1) in
    Nat.ltb (i + 1) k &&! ((at_is i "<" &&! at_is k ">") ||! (at_is i "{" &&! at_is k "}")) &&! at_is (k + 1) ":").
Definition malformed (e : enclosure) (regex : bool) (d limit : nat) : look (verdict * nat) :=
  let nid := (s + 4)%nat in
  let no := Ret (noName, nid) in
  let goes_on v i template := let! k := extent e d i template in Ret (v, k) in
  let! j := endOfNID 256 nid in
  let i := (if Nat.eqb j (nid + 256) then nid + 252 else j)%nat in (* before another candidate in the word *)
  let! b := at_ i in
  If (Byte.eqb b ":" &&& Nat.ltb (nid + 3) i) &&! further (i - 3) then Ret (isMiss, (i - 3)%nat) (* urn:-urn:ex:a *)
  else if negb (Byte.eqb b ":") ||| Nat.eqb i nid then
    If (Nat.eqb i nid &&! (closed e i ||! (Byte.eqb b ":" &&! isPath (i - 1)))) ||! isElement e i then no
    else
      let! all := encloses e ||| regex ||! isNIDPlaceholder i in
      If negb all &&! neg! isValue i then no
      else If negb all &&! Nat.ltb nid i &&! endsValue e i d then
        let! i := back (fun k => let! b := at_ (k - 1) in Ret (isPunctuation b)) (nid + 1) i in
        Ret (isMiss, i)
      else
      let! template := regex ||! (among b "{<$%[\" &&! neg! closed e i) in
      let! k := extent e d i template in
      if Nat.eqb k nid then no else Ret (if template then partial else isMiss, k)
  else
    let j := (i + 1)%nat in
    let! d1 := at_ j in
    If closed e j then Ret (partial, j)
    else If among d1 "{<$%[\(*" ||! (Byte.eqb d1 "#" &&! at_is (j + 1) "{")
      ||! (Byte.eqb d1 "&" &&! (let! n := entity j in Ret (Nat.ltb 0 n))) ||! has j "…" then goes_on partial j true
    else If Byte.eqb d1 ":" &&! (negb (encloses e) ||! isPath i) then no
    else if (to_N d1 <=? 32) ||| Byte.eqb d1 x7f ||| among d1 """'`>]}|" ||| (negb (Byte.eqb d1 ":") &&& isPunctuation d1) then
      if negb (encloses e) &&& negb (among d1 ",)""`'") then no
      else
        let! k := if encloses e &&& (32 <? to_N d1) then ahead e d j else Ret O in
        Ret (if Nat.ltb 0 k then (isMiss, k) else (partial, j))
    else goes_on (if regex then partial else isMiss) (Nat.max limit j) false.

(* What the candidate is, where it ends, and the starts of a name. *)
Definition unknown : N -> N := fun _ => 0.
(* The reading of the text from s to k. *)
Definition read_to (k : nat) : look reading := let! w := piece s (s + (4 + (k - (s + 4)))) in Ret (read w).
Definition trimmed (k n : nat) (st : N -> N) : look (verdict * nat * (N -> N)) :=
  let! name := piece s k in
  let (n', st') := trim name (S n) n st in
  Ret (if dots name n (n' - 1) then (partial, k, unknown)
       else if (N.of_nat n' =? st' 1 + 1) &&& isPunctuation (byte_at name (n' - 1)) then (partial, (s + N.to_nat (st' 1%N))%nat, unknown)
       else (isName, (s + n')%nat, st')).
(* The byte at i, at which the grammar ends a name between delimiters, divides the value. *)
Definition splits (e : enclosure) (i : nat) : look bool :=
  let! b := at_ i in Ret ((128 <=? to_N b) ||| among b """'`>]}^[()|?" ||| (Byte.eqb b "<" &&& negb (closing_is e "</"))).
(* The end of a prefix if a quotation mark or ">" follows that is not the partner of an opening
   delimiter, or 0. *)
Definition quotedPrefix (k : nat) (st : N -> N) : look nat :=
  If at_is k ">" &&! isJoint (k - 1) &&! says_ words 64 1 then Ret k else
  let! m := at_in k """`'" in
  let j := if m then k else (k - 1)%nat in
  If m ||! at_is j "'" then
    if Nat.ltb j (s + N.to_nat (shortest st)) then Ret O
    else If at_is (j - 1) ":" ||! concats (j + 1) then Ret j else Ret O
  else Ret O.
Definition named_end (k : nat) (r : reading) : look (verdict * nat * (N -> N)) :=
  let! p := quotedPrefix k (starts r) in
  if Nat.ltb 0 p then Ret (partial, p, unknown) else trimmed k (len r) (starts r).
(* The name ends at k, which is where the URN r ends. ended tells whether the closing
   delimiter is there, and grammatical whether the grammar ends it. *)
Definition decide (e : enclosure) (regex : bool) (g : scanned) (k : nat) (r : reading) (ended grammatical : bool) : look (verdict * nat * (N -> N)) :=
  let holds p := match p with Some i => Nat.ltb i k | None => false end in
  if regex ||| holds (odd g) then let! end_ := extent e (depth g) k true in Ret (partial, end_, unknown)
  else if ended then
    let! far := if quote e then (If at_is k "\" then whole e k else Ret O) else Ret O in
    if Nat.ltb 0 far then Ret (isMiss, far, unknown) else
    If isPrefix e k then Ret (partial, k, unknown) else Ret (isName, (s + len r)%nat, starts r)
  else
    let! a := if grammatical then after e k (depth g) else Ret isName in
    match a with
    | isName =>
      let! far := if grammatical &&& encloses e then (If at_is k " " then phrase e k else If splits e k then (let! a := ahead e (depth g) k in If Nat.eqb a 0 &&! at_is k "[" then whole e k else Ret a) else Ret O) else Ret O in
      if Nat.ltb k far then Ret (isMiss, far, unknown) else named_end k r
    | v => let! end_ := extent e (depth g) k match v with partial => true | _ => false end in Ret (v, end_, unknown)
    end.
Definition finish (e : enclosure) (regex : bool) (g : scanned) (k : nat) (r : reading) (ended grammatical : bool) : look (verdict * nat * (N -> N)) :=
  if Nat.ltb 0 (len r) &&& Nat.eqb (s + len r) k then decide e regex g k r ended grammatical
  else let! last := at_ (k - 1) in Ret (if Byte.eqb last ":" then partial else isMiss, k, unknown).
Definition grammatically (h : ending) : bool := match h with byGrammar | byReference => true | _ => false end.
(* No URN begins at s. r is the reading that judge takes. Where a byte of the grammar ends
   the candidate, a URN has it. *)
Definition no_urn (h : ending) (r : reading) : look bool := grammatically h &&& Nat.eqb (len r) 0.
(* The verdict on the candidate. fuel is more than the number of bytes of the prefix that
   begins a URN. *)
Definition judge (fuel : nat) : look (verdict * nat * (N -> N)) :=
  If has (s + 4) "urn:" then Ret (noName, (s + 4)%nat, unknown)
  else
    let! b := before in
    let (e, regex) := b in
    let! g := scan e regex fuel false false false (s + 4) 0 None in
    let grammatical := grammatically (how g) in
    let! r := match how g with byGrammar => Whole Ret | _ => read_to (seen g) end in
    let! none := no_urn (how g) r in
    if none then let! v := malformed e regex (depth g) (seen g) in Ret (v, unknown)
    else
      let k := if grammatical then (s + len r)%nat else seen g in
      let! ended := if grammatical then closed e k else Ret match how g with byClose => true | _ => false end in
      finish e regex g k r ended grammatical.
Definition exactly : look (verdict * nat * (N -> N)) :=
  let! r := Whole Ret in
  Ret (if Nat.eqb (len r) 0 then (noName, (s + 4)%nat, unknown) else (isName, (s + len r)%nat, starts r)).
End Candidate.

(* From left to right. *)
Variable text : bytes.
Variable exact : bool.
Definition rule_at (i : nat) : look (verdict * nat * (N -> N)) := if exact then exactly i else judge i (S (length text)).
Definition verdict_at (i : nat) : verdict * nat * (N -> N) := follow text i (read (skipn i text)) (rule_at i).

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
  (exists w z, skipn i text = w ++ z /\ derives (Text "urn:") w) /\ glued text i = false.
(* The findings from a place on: that of the leftmost candidate, and those from its end on. *)
Inductive Findings : nat -> list finding -> Prop :=
| no_candidate : forall from, (forall i, (from <= i)%nat -> ~ Candidate i) -> Findings from []
| first_candidate : forall from i l, (from <= i)%nat -> Candidate i -> (forall j, (from <= j < i)%nat -> ~ Candidate j) ->
    Findings (next_from i) l -> Findings from (found_at i ++ l).

(* The model of the search. *)
Fixpoint indexScheme (s : bytes) (i : nat) : option nat :=
  match s with
  | [] => None
  | _ :: s' => if hasScheme s &&& negb (glued text i) then Some i else indexScheme s' (S i)
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

(* The model of Settled. It has no fast path, and it does not skip to the last line. *)
(* s is the beginning of a word, and shorter. *)
Fixpoint begins_word (word : list (N * N)) (s : bytes) : bool :=
  match word, s with
  | (x, f) :: word', b :: s' => if N.lor (to_N b) f =? x then begins_word word' s' else false
  | _, [] => true
  | [], _ => false
  end.
(* The first place in s, which is the text from n on, at which "urn:" may begin. *)
Fixpoint may_begin (s : bytes) (n : nat) : nat :=
  match s with
  | [] => n
  | _ :: s' => if begins_word [(117, 32); (114, 32); (110, 32); (58, 0)] s then n else may_begin s' (S n)
  end.
Definition reach_at (i : nat) : nat := reach text i (read (skipn i text)) (rule_at i).
Fixpoint SettledFrom (fuel from : nat) : nat :=
  match fuel with
  | O => from
  | S fuel' =>
    match indexScheme (skipn from text) from with
    | None => let n := Nat.max from (length text - 3) in may_begin (skipn n text) n
    | Some i => if Nat.leb (reach_at i) (length text) then SettledFrom fuel' (next_from i) else i
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
Definition Settled (ch : characters) (exact : bool) (text : bytes) (from : nat) : nat :=
  SettledFrom read_by ch text exact (S (length text)) from.
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
Lemma stars_ok : forall text st k, Fits text k st ->
  Fits text (stars text (shortest st) k) st /\ (stars text (shortest st) k <= k)%nat.
Proof.
  intros text st. induction k as [|e IH]; intros F; cbn [stars]; [auto|].
  destruct (N.ltb_spec (shortest st) (N.of_nat (S e))); [|auto].
  destruct (Byte.eqb _ _) eqn:B; [|auto]. assert (F' : Fits text e st).
  { apply fits_drop; auto; [|lia]. apply droppable_star. auto. }
  destruct (IH F') as (F1 & L). split; auto.
Qed.
Lemma trim_ok : forall text fuel n st, Fits text n st ->
  let (n', st') := trim text fuel n st in Fits text n' st' /\ (n' <= n)%nat.
Proof.
  intros text. induction fuel as [|fuel IH]; intros n0 st F; cbn [trim]; [auto|]. destruct n0 as [|e]; [auto|].
  destruct (N.eqb_spec (N.of_nat (S e)) (st 4)) as [H|H].
  - specialize (IH e _ (fits_mark _ _ _ F H)). destruct (trim _ _ _ _). destruct IH. split; auto.
  - destruct (N.ltb_spec (shortest st) (N.of_nat (S e))) as [Lt|Ge].
    + destruct (isPunctuation _) eqn:P.
      * assert (F' : Fits text e st).
        { apply fits_drop; auto; [|lia]. apply droppable_punctuation. auto. }
        specialize (IH e _ F'). destruct (trim _ _ _ _). destruct IH. split; auto.
      * destruct (_ <? _); [|auto]. destruct (Byte.eqb _ _); [|auto]. destruct (Byte.eqb _ _); [|auto].
        destruct (stars_ok _ _ _ F) as (F' & L). specialize (IH _ _ F'). destruct (trim _ _ _ _). destruct IH. split; auto. lia.
    + destruct (_ <? _); [|auto]. destruct (Byte.eqb _ _); [|auto]. destruct (Byte.eqb _ _); [|auto].
      destruct (stars_ok _ _ _ F) as (F' & L). specialize (IH _ _ F'). destruct (trim _ _ _ _). destruct IH. split; auto. lia.
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
Lemma fits_within : forall s k n st, Fits s n st -> (n <= k)%nat -> Fits (firstn k s) n st.
Proof.
  intros s k n0 st (L & q & c & E & X) H. split; [rewrite firstn_length; lia|]. exists q, c. split; auto.
  rewrite firstn_firstn. replace (Nat.min n0 k) with n0 by lia. auto.
Qed.

Section Named.
Variable text : bytes.
Variable s : nat.
Variable w : reading.
Notation result := (follow text s w).
Notation right := (named text s).

Lemma trimmed_named : forall k n st, Fits (skipn s text) n st -> (s + n)%nat = k -> right (result (trimmed s k n st)).
Proof.
  intros k n0 st F K. unfold trimmed, piece. cbn [bind follow].
  pose proof (trim_ok _ (S n0) n0 st (fits_within _ (k - s) _ _ F ltac:(lia))) as T.
  destruct (trim _ _ _ _) as [n' st']. destruct T as (F' & _). apply fits_prefix in F'. cbn [follow].
  destruct (dots _ _ _); cbn [named]; auto. destruct (_ =? _); [destruct (isPunctuation _)|]; cbn [named]; auto;
    exists n'; (split; [auto|split; [apply (fits_some _ _ _ F')|auto]]).
Qed.
Lemma decide_named : forall e regex gr k r ended grammatical, Fits (skipn s text) (len r) (starts r) -> (s + len r)%nat = k ->
  right (result (decide ch s e regex gr k r ended grammatical)).
Proof.
  intros e regex gr k r ended grammatical F K. unfold decide.
  match goal with |- context [if (if regex then true else ?x) then _ else _] => destruct (if regex then true else x) end; [rewrite follow_bind; cbn [follow named]; auto|].
  destruct ended.
  - rewrite follow_bind. destruct (Nat.ltb _ _); [cbn [follow named]; auto|].
    rewrite follow_bind. destruct (result (isPrefix _ _ _ _)); cbn [follow named]; auto.
    exists (len r). split; [auto|split; [apply (fits_some _ _ _ F)|auto]].
  - rewrite follow_bind. destruct (result (if grammatical then _ else _)) as [| | |];
      try (rewrite follow_bind; cbn [follow named]; auto; fail).
    rewrite follow_bind. destruct (Nat.ltb _ _); cbn [follow named]; auto.
    unfold named_end. rewrite follow_bind. destruct (Nat.ltb _ _); cbn [follow named]; auto. apply trimmed_named; auto.
Qed.
Lemma finish_named : forall e regex gr k r ended grammatical, len r = O \/ Fits (skipn s text) (len r) (starts r) ->
  right (result (finish ch s e regex gr k r ended grammatical)).
Proof.
  intros e regex gr k r ended grammatical F. unfold finish.
  destruct (PeanoNat.Nat.ltb_spec 0 (len r)) as [P|];
    [destruct (PeanoNat.Nat.eqb_spec (s + len r) k) as [K|]; [apply decide_named; auto; destruct F; [lia|auto]|]|];
    rewrite follow_bind; cbn [follow]; destruct (Byte.eqb _ _); cbn [named]; auto.
Qed.
Lemma read_named : forall k, hasScheme (skipn s text) = true -> let r := result (read_to read s k) in
  len r = O \/ Fits (skipn s text) (len r) (starts r).
Proof.
  intros k H. unfold read_to, piece. cbn [bind follow].
  replace (s + (4 + (k - (s + 4))) - s)%nat with (4 + (k - (s + 4)))%nat by lia.
  destruct (read_fits _ (scheme_prefix _ (k - (s + 4)) H)) as [(X & _)|(_ & _ & F)]; auto.
  right. eapply fits_prefix; eauto.
Qed.
Lemma malformed_named : forall e regex d k, fst (result (malformed ch s e regex d k)) <> isName.
Proof.
  intros. unfold malformed. cbv zeta.
  repeat (cbv beta; match goal with
  | |- context [result (bind _ _)] => rewrite follow_bind
  | |- context [result (if ?x then _ else _)] => destruct x
  | |- context [result (Ret _)] => cbn [follow fst]
  end); repeat match goal with |- context [if ?x then _ else _] => destruct x end; discriminate.
Qed.
Lemma judge_named : forall fuel, hasScheme (skipn s text) = true -> w = read (skipn s text) -> right (result (judge read ch s fuel)).
Proof.
  intros fuel H W. unfold judge. rewrite follow_bind. destruct (result (has _ _)); [cbn [follow named]; auto|].
  rewrite follow_bind. destruct (result (before _ _)) as [e regex]. rewrite follow_bind. set (gr := result (scan _ _ _ _ _ _ _ _ _ _ _)).
  cbv zeta. rewrite follow_bind. set (r := result (match how gr with byGrammar => Whole Ret | _ => read_to read s (seen gr) end)).
  assert (F : len r = O \/ Fits (skipn s text) (len r) (starts r)).
  { unfold r. destruct (how gr); try (apply read_named; auto). cbn [follow]. rewrite W.
    destruct (read_fits _ H) as [(X & _)|(_ & _ & X)]; auto. }
  rewrite follow_bind. destruct (result (no_urn _ _)).
  - rewrite follow_bind. cbn [follow]. pose proof (malformed_named e regex (depth gr) (seen gr)) as X.
    destruct (result (malformed _ _ _ _ _ _)) as [v k]. cbn [fst] in X. destruct v; cbn [named]; auto. tauto.
  - rewrite follow_bind. apply finish_named. auto.
Qed.
End Named.

Variable exact : bool.
Notation decided text i := (verdict_at read ch text exact i).

Lemma verdict_match : forall text i k st, Candidate text i -> decided text i = (isName, k, st) -> MatchAt g exact text i k st.
Proof.
  intros text i k st C V. pose proof C as C0. apply candidate_at in C. destruct C as (H & _). split; auto.
  assert (X : exists n0, k = (i + n0)%nat /\ (1 <= n0)%nat /\ Fits (skipn i text) n0 st /\ (exact = true -> n0 = len (read (skipn i text)))).
  { unfold verdict_at, rule_at in V. destruct exact.
    - unfold exactly in V. cbn [bind follow] in V. destruct (read_fits _ H) as [(Z & _)|(Z & _ & F)].
      + rewrite Z in V. cbn [Nat.eqb] in V. discriminate.
      + destruct (PeanoNat.Nat.eqb_spec (len (read (skipn i text))) 0); [lia|]. inversion V; subst. eauto 6.
    - pose proof (judge_named text i _ (S (length text)) H eq_refl) as J. rewrite V in J. destruct J as (n0 & -> & P & F).
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
  intros text i C. unfold next_from. destruct (decided text i) as [[v k] st] eqn:V.
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
  destruct (decided text i) as [[v k'] st'] eqn:V. destruct v; cbn [In] in I; try tauto.
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
  pose proof (next_after text i C) as A. unfold found_at, next_from in *. destruct (decided text i) as [[v k'] st'].
  destruct v; cbn [app in_order]; try (split; [lia|auto]). eapply in_order_later; [|exact IH]. lia.
Qed.
End Proof.

(* What is settled. *)

(* What looks at no place after a text gives the same for each continuation u. *)
Section Local.
Variable read : bytes -> reading.
Hypothesis Local : forall s u, (stop (read s) < length s)%nat -> read (s ++ u) = read s.
Hypothesis Further : forall s u j, (j < length s)%nat -> Nat.ltb j (stop (read (s ++ u))) = Nat.ltb j (stop (read s)).
Hypothesis Within : forall s, (stop (read s) <= Nat.max 4 (length s))%nat.

Lemma byte_at_app : forall (text u : bytes) i, (i < length text)%nat -> byte_at (text ++ u) i = byte_at text i.
Proof. intros. unfold byte_at. apply app_nth1. auto. Qed.
Lemma skipn_app_ : forall (text u : bytes) i, (i <= length text)%nat -> skipn i (text ++ u) = skipn i text ++ u.
Proof. intros. rewrite skipn_app. replace (i - length text)%nat with O by lia. auto. Qed.
Lemma piece_app : forall (text u : bytes) i k, (k <= length text)%nat -> firstn (k - i) (skipn i (text ++ u)) = firstn (k - i) (skipn i text).
Proof.
  intros text u i k H. destruct (PeanoNat.Nat.le_gt_cases i (length text)).
  - rewrite skipn_app_, firstn_app, List.skipn_length by auto. replace (k - i - (length text - i))%nat with O by lia.
    cbn [firstn]. apply app_nil_r.
  - replace (k - i)%nat with O by lia. auto.
Qed.
Lemma look_local : forall A (t : look A) text u s, (s < length text)%nat ->
  (reach text s (read (skipn s text)) t <= length text)%nat ->
  follow (text ++ u) s (read (skipn s (text ++ u))) t = follow text s (read (skipn s text)) t.
Proof.
  intros A t text u s Hs. assert (L : length (skipn s text) = (length text - s)%nat) by apply List.skipn_length.
  induction t; cbn [follow reach]; intros R; auto.
  - rewrite byte_at_app by lia. apply H. lia.
  - rewrite piece_app by lia. apply H. lia.
  - replace (Nat.ltb i (s + stop (read (skipn s (text ++ u))))) with (Nat.ltb i (s + stop (read (skipn s text)))); [apply H; lia|].
    pose proof (Further (skipn s text) u (i - s) ltac:(lia)) as F. rewrite <- skipn_app_ in F by lia.
    revert F. generalize (stop (read (skipn s text))), (stop (read (skipn s (text ++ u)))). intros j k F.
    destruct (PeanoNat.Nat.ltb_spec (i - s) j), (PeanoNat.Nat.ltb_spec (i - s) k); try discriminate;
      destruct (PeanoNat.Nat.ltb_spec i (s + j)), (PeanoNat.Nat.ltb_spec i (s + k)); auto; lia.
  - assert (E : read (skipn s (text ++ u)) = read (skipn s text)) by (rewrite skipn_app_ by lia; apply Local; lia).
    rewrite E in *. apply H. lia.
Qed.

(* More fuel makes no difference. *)
Section Fuel.
Variable text : bytes.
Variable s : nat.
Variable w : reading.
Definition same {A} (a b : look A) : Prop := follow text s w a = follow text s w b /\ reach text s w a = reach text s w b.
Lemma reach_bind : forall A B (t : look A) (f : A -> look B),
  reach text s w (bind t f) = Nat.max (reach text s w t) (reach text s w (f (follow text s w t))).
Proof. induction t; intros; cbn [bind reach follow]; auto; rewrite H; lia. Qed.
Lemma same_bind : forall A B (a b : look A) (f k : A -> look B), same a b ->
  same (f (follow text s w a)) (k (follow text s w a)) -> same (bind a f) (bind b k).
Proof.
  intros A B a b f k (E & R) (E' & R'). split.
  - rewrite !follow_bind, <- E. auto.
  - rewrite !reach_bind, <- E, <- R, R'. auto.
Qed.
Lemma same_refl : forall A (a : look A), same a a.
Proof. split; auto. Qed.
Lemma scan_fuel : forall ch e x fuel1 fuel2 inQ inF closes i d od,
  (s + stop w < i + fuel1)%nat -> (1 <= fuel1)%nat -> (s + stop w < i + fuel2)%nat -> (1 <= fuel2)%nat ->
  same (scan ch s e x fuel1 inQ inF closes i d od) (scan ch s e x fuel2 inQ inF closes i d od).
Proof.
  intros ch e x. induction fuel1 as [|fuel1 IH]; intros [|fuel2] inQ inF closes i d od H1 P1 H2 P2; try lia.
  cbn [scan]. apply same_bind; [apply same_refl|]. cbn [bind follow].
  destruct (PeanoNat.Nat.ltb_spec i (s + stop w)) as [G|G]; cbn [negb]; [|apply same_refl].
  repeat match goal with
  | |- same (bind ?a _) (bind ?a _) => apply same_bind; [apply same_refl|]; cbv beta zeta
  | |- same (scan _ _ _ _ fuel1 _ _ _ _ _ _) _ => apply IH; lia
  | |- same ?a ?a => apply same_refl
  | |- same (if ?x then _ else _) _ => destruct x
  | |- same (match ?x with _ => _ end) _ => destruct x
  end.
Qed.
Lemma judge_fuel : forall ch fuel1 fuel2, (stop w < 4 + fuel1)%nat -> (1 <= fuel1)%nat -> (stop w < 4 + fuel2)%nat -> (1 <= fuel2)%nat ->
  same (judge read ch s fuel1) (judge read ch s fuel2).
Proof.
  intros ch fuel1 fuel2 H1 P1 H2 P2. unfold judge. apply same_bind; [apply same_refl|]. destruct (follow _ _ _ (has _ _)); [apply same_refl|].
  apply same_bind; [apply same_refl|]. destruct (follow _ _ _ (before _ _)) as [e regex].
  apply same_bind; [apply scan_fuel; lia|]. apply same_refl.
Qed.
End Fuel.

Variable ch : characters.
Variable exact : bool.
Variable text : bytes.
Variable u : bytes.
Notation size := (length text).

Lemma verdict_local : forall i, (i < size)%nat -> (reach_at read ch text exact i <= size)%nat ->
  verdict_at read ch (text ++ u) exact i = verdict_at read ch text exact i.
Proof.
  unfold verdict_at, reach_at, rule_at. intros i Hi R. destruct exact; [apply look_local; auto|].
  pose proof (Within (skipn i text)) as W. rewrite List.skipn_length in W.
  destruct (judge_fuel text i (read (skipn i text)) ch (S (length (text ++ u))) (S size)) as (E & R'); try (rewrite ?app_length; lia).
  rewrite look_local; [exact E|auto|lia].
Qed.
Lemma glued_local : forall i, (i <= size)%nat -> glued (text ++ u) i = glued text i.
Proof.
  intros [|j] H; auto. unfold glued, endsEscape. rewrite !byte_at_app by lia. auto.
Qed.
Lemma fits_word_app : forall word p, fits_word word p = true -> fits_word word (p ++ u) = true.
Proof.
  induction word as [|[x f] word IH]; intros p; auto. destruct p as [|b p]; cbn [fits_word app]; [discriminate|].
  destruct (_ =? _); auto.
Qed.
Lemma fits_word_firstn : forall word p, (length word <= length p)%nat -> fits_word word (p ++ u) = fits_word word p.
Proof.
  induction word as [|[x f] word IH]; intros p H; auto. destruct p as [|b p]; cbn [length] in H; [lia|].
  cbn [fits_word app]. destruct (_ =? _); auto. apply IH. lia.
Qed.
Lemma candidate_local : forall i, (i + 4 <= size)%nat -> Candidate (text ++ u) i <-> Candidate text i.
Proof.
  intros i H. rewrite !candidate_at, glued_local, skipn_app_ by lia. unfold hasScheme.
  rewrite fits_word_firstn; [tauto|]. rewrite List.skipn_length. cbn [length]. lia.
Qed.
Lemma begins_fits : forall word p, fits_word word (p ++ u) = true -> (length p < length word)%nat -> begins_word word p = true.
Proof.
  induction word as [|[x f] word IH]; intros [|b p] F H; cbn [length] in H; try lia; auto.
  cbn [fits_word app begins_word] in *. destruct (_ =? _); [apply IH; auto; lia|discriminate].
Qed.
Lemma may_begin_ok : forall p n, p = skipn n text -> (size - 3 <= n)%nat -> let k := may_begin p n in
  (n <= k)%nat /\ forall j, (n <= j < k)%nat -> ~ Candidate (text ++ u) j.
Proof.
  induction p as [|b p IH]; intros n E H; cbn [may_begin]; [split; [auto|lia]|].
  assert (E' : p = skipn (S n) text).
  { replace (S n) with (n + 1)%nat by lia. rewrite <- skipn_skipn_, <- E. auto. }
  assert (L : length (b :: p) = (size - n)%nat) by (rewrite E; apply List.skipn_length). cbn [length] in L.
  destruct (begins_word _ _) eqn:B; [split; [auto|lia]|].
  destruct (IH (S n) E' ltac:(lia)) as (I1 & I2). split; [lia|].
  intros j Hj. destruct (PeanoNat.Nat.eq_dec j n) as [->|]; [|apply I2; lia].
  intros C. apply candidate_at in C. destruct C as (C & _). rewrite skipn_app_, <- E in C by lia.
  apply begins_fits in C; [congruence|]. cbn [length]. lia.
Qed.
Lemma findings_earlier : forall t from n l, (from <= n)%nat -> (forall j, (from <= j < n)%nat -> ~ Candidate t j) ->
  Findings read ch t exact n l -> Findings read ch t exact from l.
Proof.
  intros t from n l H N F. inversion F as [? Z|? i l' Hi C B G]; subst.
  - apply no_candidate. intros i Hi. destruct (PeanoNat.Nat.le_gt_cases n i); [auto|apply N; lia].
  - apply first_candidate; auto; [lia|]. intros j Hj. destruct (PeanoNat.Nat.le_gt_cases n j); [apply B; lia|apply N; lia].
Qed.
Lemma found_local : forall i, (i < size)%nat -> (reach_at read ch text exact i <= size)%nat ->
  found_at read ch (text ++ u) exact i = found_at read ch text exact i /\ next_from read ch (text ++ u) exact i = next_from read ch text exact i.
Proof. intros i Hi R. unfold found_at, next_from. rewrite verdict_local by auto. auto. Qed.
End Local.

(* Findings that begin at from or after it, in order and without overlap, and end at to or before it. *)
Fixpoint between (from to : nat) (l : list finding) : Prop :=
  match l with
  | [] => (from <= to)%nat
  | (start, end_, _) :: l' => (from <= start < end_)%nat /\ between end_ to l'
  end.
Lemma between_later : forall l i j to, (i <= j)%nat -> between j to l -> between i to l.
Proof. intros [|[[a b] o] l] i j to H; cbn [between]; [lia|]. intros (X & Y). split; auto. lia. Qed.
(* Whatever follows text, the findings from a place on are l and those from to on. *)
Definition Settles (read : bytes -> reading) (ch : characters) (exact : bool) (text : bytes) (from to : nat) (l : list finding) : Prop :=
  between from to l /\ forall u k, Findings read ch (text ++ u) exact to k -> Findings read ch (text ++ u) exact from (l ++ k).
Lemma SettledFrom_ok : forall read,
  (forall s u, (stop (read s) < length s)%nat -> read (s ++ u) = read s) ->
  (forall s u j, (j < length s)%nat -> Nat.ltb j (stop (read (s ++ u))) = Nat.ltb j (stop (read s))) ->
  (forall s, (stop (read s) <= Nat.max 4 (length s))%nat) ->
  forall ch exact text, (forall i, Candidate text i -> (i < next_from read ch text exact i)%nat) ->
  forall fuel from, exists l, Settles read ch exact text from (SettledFrom read ch text exact fuel from) l.
Proof.
  intros read Local Further Within ch exact text Forward. induction fuel as [|fuel IH]; intros from; cbn [SettledFrom].
  - exists []. split; [cbn [between]; auto|auto].
  - pose proof (indexScheme_ok text _ from eq_refl) as X. destruct (indexScheme text (skipn from text) from) as [i|].
    + destruct X as (L & C & B). pose proof (candidate_in text i C) as Ci.
      assert (No : forall u j, (from <= j < i)%nat -> ~ Candidate (text ++ u) j).
      { intros u j Hj D. apply (candidate_local text u j ltac:(lia)) in D. apply (B j); auto. }
      destruct (PeanoNat.Nat.leb_spec (reach_at read ch text exact i) (length text)) as [R|R].
      * destruct (IH (next_from read ch text exact i)) as (l & Bl & F). exists (found_at read ch text exact i ++ l). split.
        -- pose proof (Forward i C) as A. unfold found_at, next_from in *. destruct (verdict_at read ch text exact i) as [[v k'] st'].
           destruct v; cbn [app between]; try (split; [lia|auto]). eapply between_later; [|exact Bl]. lia.
        -- intros u k K. specialize (F u k K).
           destruct (found_local read Local Further Within ch exact text u i ltac:(lia) R) as (E1 & E2).
           rewrite <- E1, <- app_assoc. apply first_candidate; auto; [apply candidate_local; auto|]. rewrite E2. auto.
      * exists []. split; [cbn [between]; auto|]. intros u k K. apply (findings_earlier _ _ _ _ _ i); auto.
    + exists []. set (n := Nat.max from _).
      assert (M : forall u, let k := may_begin (skipn n text) n in (n <= k)%nat /\ forall j, (n <= j < k)%nat -> ~ Candidate (text ++ u) j).
      { intros u. apply may_begin_ok; auto. lia. }
      split; [cbn [between]; destruct (M []); lia|]. intros u k K. destruct (M u) as (_ & N).
      apply (findings_earlier _ _ _ _ _ (may_begin (skipn n text) n)); auto; [destruct (M u); lia|].
      intros j Hj D. destruct (PeanoNat.Nat.le_gt_cases n j); [apply (N j); auto; lia|].
      apply (candidate_local text u j ltac:(lia)) in D. apply (X j); auto. lia.
Qed.

(* read_by looks at a byte after the prefix that begins a URN. *)
Lemma Feed_pos : forall m s l, pos l <= pos (Feed m l s) <= pos l + N.of_nat (length s).
Proof.
  intros m. induction s as [|b s IH]; intros l; cbn [Feed length]; [cbn [pos]; lia|].
  destruct (Loop.next m (row l) b) as [t k]. destruct (t =? 0); [cbn [pos]; lia|].
  match goal with |- context [Feed m ?x s] => specialize (IH x) end. cbn [pos] in IH. lia.
Qed.
Lemma Feed_local : forall m s u l, pos (Feed m l s) < pos l + N.of_nat (length s) -> Feed m l (s ++ u) = Feed m l s.
Proof.
  intros m. induction s as [|b s IH]; intros u l; cbn [Feed length app].
  - cbn [pos]. lia.
  - destruct (Loop.next m (row l) b) as [t k]. destruct (t =? 0); [auto|]. intros H. apply IH. cbn [pos]. lia.
Qed.
Lemma Feed_further : forall m s u l j, j < pos l + N.of_nat (length s) -> (j <? pos (Feed m l (s ++ u))) = (j <? pos (Feed m l s)).
Proof.
  intros m. induction s as [|b s IH]; intros u l j H; cbn [Feed length app] in *.
  - pose proof (Feed_pos m u l). cbn [pos]. destruct (N.ltb_spec j (pos (Feed m l u))), (N.ltb_spec j (pos l)); auto; lia.
  - destruct (Loop.next m (row l) b) as [t k]. destruct (t =? 0); [auto|]. apply IH. cbn [pos]. lia.
Qed.
Section Read.
Variable m : machine.
Variable begin : N.
Notation read := (read_by m begin).
Lemma stop_least : forall s, (4 <= stop (read s) <= Nat.max 4 (length s))%nat.
Proof.
  intros s. unfold read_by. cbn [stop]. pose proof (Feed_pos m (skipn 4 s) (Longest begin)) as P. cbn [pos Longest] in P.
  rewrite List.skipn_length in P. lia.
Qed.
Lemma read_local : forall s u, (stop (read s) < length s)%nat -> read (s ++ u) = read s.
Proof.
  intros s u H. pose proof (stop_least s) as L. unfold read_by in *. cbn [stop] in *. rewrite skipn_app_ by lia.
  rewrite Feed_local; auto. cbn [pos Longest] in *. rewrite List.skipn_length. lia.
Qed.
Lemma read_further : forall s u j, (j < length s)%nat -> Nat.ltb j (stop (read (s ++ u))) = Nat.ltb j (stop (read s)).
Proof.
  intros s u j H. destruct (PeanoNat.Nat.le_gt_cases 4 (length s)) as [G|G].
  - pose proof (Feed_further m (skipn 4 s) u (Longest begin) (N.of_nat j)) as F. rewrite List.skipn_length in F. cbn [pos Longest] in F.
    specialize (F ltac:(lia)). unfold read_by. cbn [stop]. rewrite skipn_app_ by auto. revert F.
    generalize (pos (Feed m (Longest begin) (skipn 4 s))), (pos (Feed m (Longest begin) (skipn 4 s ++ u))). intros a b F.
    destruct (N.ltb_spec (N.of_nat j) a), (N.ltb_spec (N.of_nat j) b); try discriminate;
      destruct (PeanoNat.Nat.ltb_spec j (N.to_nat a)), (PeanoNat.Nat.ltb_spec j (N.to_nat b)); auto; lia.
  - pose proof (stop_least s). pose proof (stop_least (s ++ u)).
    destruct (PeanoNat.Nat.ltb_spec j (stop (read (s ++ u)))), (PeanoNat.Nat.ltb_spec j (stop (read s))); auto; lia.
Qed.
End Read.


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
    (forall i k st, In (i, k, Some st) l -> MatchAt g exact text i k st /\ (k <= length text)%nat) /\
    forall from, exists decided, Settles read ch exact text from (Settled m (begin (shortcuts_of r)) ch exact text from) decided.
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
      * split.
        -- intros i k st I. assert (M : MatchAt g exact text i k st) by (eapply (findings_match m n g); eauto).
           split; [exact M|]. eapply match_within; eauto.
        -- intros from. apply SettledFrom_ok; [apply read_local|apply read_further|intros; apply stop_least|].
           intros i C. eapply (next_after m n g); eauto.
Qed.
