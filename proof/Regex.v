(* Regular expressions over pairs of a class and a note, and their derivatives.

   The derivatives are Brzozowski's. Alternatives are kept sorted and without
   duplicates, so that there are few of them. *)

From Coq Require Import List NArith Bool Lia.
From Urn Require Import Abnf.
Import ListNotations.
Open Scope N_scope.

Definition sym := (N * N)%type.
Definition anynote : N := 255.

Inductive re :=
| Nul | Eps
| Chr (mask note : N) (* a class whose bit is in mask, with the note, or any *)
| Cat (a b : re) | Alt (a b : re) | Star (a : re) | And (a b : re) | Not (a : re).

Definition chr (mask note : N) (a : sym) : bool :=
  if N.testbit mask (fst a) then (if note =? anynote then true else note =? snd a) else false.

Fixpoint In (r : re) (u : list sym) : Prop :=
  match r with
  | Nul => False
  | Eps => u = []
  | Chr m n => exists a, u = [a] /\ chr m n a = true
  | Cat a b => exists v w, u = v ++ w /\ In a v /\ In b w
  | Alt a b => In a u \/ In b u
  | Star a => exists l, u = concat l /\ Forall (In a) l
  | And a b => In a u /\ In b u
  | Not a => ~ In a u
  end.

(* An order, in which equal expressions are the same. *)
Definition andthen (c d : comparison) := match c with Eq => d | _ => c end.
Definition rank (r : re) : N :=
  match r with Nul => 0 | Eps => 1 | Chr _ _ => 2 | Cat _ _ => 3 | Alt _ _ => 4 | Star _ => 5 | And _ _ => 6 | Not _ => 7 end.
Fixpoint cmp (x y : re) : comparison :=
  match x, y with
  | Nul, Nul | Eps, Eps => Eq
  | Chr a b, Chr c d => match a ?= c with Eq => b ?= d | o => o end
  | Cat a b, Cat c d | Alt a b, Alt c d | And a b, And c d => match cmp a c with Eq => cmp b d | o => o end
  | Star a, Star b | Not a, Not b => cmp a b
  | _, _ => rank x ?= rank y
  end.
Definition eqb (x y : re) : bool := match cmp x y with Eq => true | _ => false end.

Lemma cmp_eq : forall x y, cmp x y = Eq -> x = y.
Proof.
  induction x; destruct y; cbn; intros H; try discriminate; auto;
    repeat match type of H with
    | match ?c with _ => _ end = _ => destruct c eqn:?; try discriminate
    end;
    repeat match goal with H : (_ ?= _) = Eq |- _ => apply N.compare_eq in H; subst end;
    f_equal; auto.
Qed.
Lemma cmp_refl : forall x, cmp x x = Eq.
Proof. induction x; cbn; rewrite ?N.compare_refl, ?IHx1, ?IHx2, ?IHx; auto. Qed.
Lemma eqb_eq : forall x y, eqb x y = true <-> x = y.
Proof.
  unfold eqb; split; intros H.
  - apply cmp_eq. destruct (cmp x y); congruence.
  - subst; rewrite cmp_refl; auto.
Qed.

(* Constructors that simplify. *)
Fixpoint insert (x l : re) : re :=
  match l with
  | Nul => x
  | Alt y l' => match cmp x y with Eq => l | Lt => Alt x l | Gt => Alt y (insert x l') end
  | _ => match cmp x l with Eq => l | Lt => Alt x l | Gt => Alt l x end
  end.
Fixpoint alt (a b : re) : re :=
  match a with
  | Nul => b
  | Alt x a' => insert x (alt a' b)
  | _ => insert a b
  end.
Fixpoint cat (a b : re) : re :=
  match a with
  | Nul => Nul
  | Eps => b
  | Cat x y => Cat x (cat y b)
  | _ => match b with Nul => Nul | Eps => a | _ => Cat a b end
  end.
Definition conj (a b : re) : re :=
  match a, b with
  | Nul, _ | _, Nul => Nul
  | Not Nul, x => x
  | x, Not Nul => x
  | _, _ => And a b
  end.

Lemma in_insert : forall l x u, In (insert x l) u <-> In x u \/ In l u.
Proof.
  induction l; intros x u; cbn [insert];
    try (match goal with |- context [match ?c with Eq => _ | _ => _ end] => destruct c eqn:E end;
         try (apply cmp_eq in E; subst); cbn [In]; tauto).
  - cbn; tauto.
  - destruct (cmp x l1) eqn:E; try (apply cmp_eq in E; subst); cbn [In]; try tauto.
    rewrite IHl2; tauto.
Qed.
Lemma in_alt : forall a b u, In (alt a b) u <-> In a u \/ In b u.
Proof.
  induction a; intros b u; cbn [alt]; try (rewrite in_insert; tauto).
  - cbn; tauto.
  - rewrite in_insert, IHa2; cbn; tauto.
Qed.

Definition lcat (A B : list sym -> Prop) (u : list sym) := exists v w, u = v ++ w /\ A v /\ B w.
Lemma lcat_nul : forall A u, lcat A (In Nul) u <-> False.
Proof. firstorder. Qed.
Lemma lcat_eps : forall A u, lcat A (In Eps) u <-> A u.
Proof.
  intros; split.
  - intros (v & w & -> & H & E). cbn in E; subst. rewrite app_nil_r; auto.
  - intros H. exists u, []. rewrite app_nil_r. cbn; auto.
Qed.
Lemma in_cat : forall a b u, In (cat a b) u <-> In (Cat a b) u.
Proof.
  assert (L : forall a b u,
    In (match b with Nul => Nul | Eps => a | _ => Cat a b end) u <-> In (Cat a b) u).
  { intros. destruct b; try tauto.
    - cbn. firstorder.
    - change (In (Cat a Eps) u) with (lcat (In a) (In Eps) u). rewrite lcat_eps; tauto. }
  induction a; intros b u; cbn [cat]; try apply L.
  - cbn. firstorder.
  - cbn. split.
    + intros H. exists [], u; auto.
    + intros (v & w & -> & -> & H); auto.
  - cbn [In]. split.
    + intros (v & w & -> & H & H'). apply IHa2 in H'. destruct H' as (w1 & w2 & -> & H1 & H2).
      exists (v ++ w1), w2. rewrite app_assoc; split; auto. split; auto. exists v, w1; auto.
    + intros (v & w & -> & (v1 & v2 & -> & H1 & H2) & H). exists v1, (v2 ++ w).
      rewrite app_assoc; repeat split; auto. apply IHa2. exists v2, w; auto.
Qed.
Lemma in_conj : forall a b u, In (conj a b) u <-> In a u /\ In b u.
Proof.
  intros. unfold conj.
  destruct a; destruct b; cbn [In]; try tauto;
    repeat match goal with |- context [match ?x with _ => _ end] => destruct x end; cbn [In]; tauto.
Qed.

(* The derivative, and whether the empty string is in. *)
Fixpoint nullable (r : re) : bool :=
  match r with
  | Nul | Chr _ _ => false
  | Eps | Star _ => true
  | Cat a b | And a b => if nullable a then nullable b else false
  | Alt a b => if nullable a then true else nullable b
  | Not a => if nullable a then false else true
  end.
Fixpoint deriv (a : sym) (r : re) : re :=
  match r with
  | Nul | Eps => Nul
  | Chr m n => if chr m n a then Eps else Nul
  | Cat x y => if nullable x then alt (cat (deriv a x) y) (deriv a y) else cat (deriv a x) y
  | Alt x y => alt (deriv a x) (deriv a y)
  | Star x => cat (deriv a x) r
  | And x y => match deriv a x with Nul => Nul | d => conj d (deriv a y) end
  | Not x => Not (deriv a x)
  end.

Lemma in_nullable : forall r, nullable r = true <-> In r [].
Proof.
  induction r; cbn [nullable In].
  - split; [discriminate|tauto].
  - tauto.
  - split; [discriminate|]. intros (? & ? & _); discriminate.
  - destruct (nullable r1).
    + rewrite IHr2. split.
      * intros H. exists [], []. repeat split; auto. apply IHr1; auto.
      * intros (v & w & E & _ & H). symmetry in E. apply app_eq_nil in E. destruct E; subst; auto.
    + split; [discriminate|]. intros (v & w & E & H & _). symmetry in E. apply app_eq_nil in E.
      destruct E; subst. apply IHr1 in H; auto.
  - destruct (nullable r1); [|rewrite IHr2]; intuition congruence.
  - split; auto. intros _. exists []; auto.
  - destruct (nullable r1); [rewrite IHr2|]; intuition congruence.
  - destruct (nullable r); intuition congruence.
Qed.

Lemma in_deriv : forall r a u, In (deriv a r) u <-> In r (a :: u).
Proof.
  induction r; intros a u; cbn [deriv].
  - cbn; tauto.
  - cbn. split; [tauto|discriminate].
  - cbn [In]. destruct (chr mask note a) eqn:E; cbn [In]; split.
    + intros ->. exists a; auto.
    + intros (b & H & _). inversion H; auto.
    + tauto.
    + intros (b & H & H'). inversion H; subst; congruence.
  - assert (C : In (cat (deriv a r1) r2) u <-> exists v w, u = v ++ w /\ In r1 (a :: v) /\ In r2 w).
    { rewrite in_cat. cbn [In]. setoid_rewrite IHr1. tauto. }
    assert (S : In (Cat r1 r2) (a :: u) <->
      (exists v w, u = v ++ w /\ In r1 (a :: v) /\ In r2 w) \/ In r1 [] /\ In r2 (a :: u)).
    { cbn [In]. split.
      - intros ([|b v] & w & E & H1 & H2); cbn in E.
        + subst; auto.
        + inversion E; subst. left. exists v, w; auto.
      - intros [(v & w & -> & H1 & H2)|[H1 H2]].
        + exists (a :: v), w; auto.
        + exists [], (a :: u); auto. }
    destruct (nullable r1) eqn:E.
    + rewrite in_alt, C, IHr2, S. apply in_nullable in E. tauto.
    + rewrite C, S. split; [tauto|]. intros [H|[H _]]; auto. apply in_nullable in H; congruence.
  - rewrite in_alt, IHr1, IHr2. cbn; tauto.
  - rewrite in_cat. cbn [In]. setoid_rewrite IHr. split.
    + intros (v & w & -> & H & l & -> & Hl). exists ((a :: v) :: l). cbn; auto.
    + intros (l & E & Hl). induction Hl as [|x l Hx Hl IH]; cbn in E; [discriminate|].
      destruct x as [|b v]; cbn in E; auto. inversion E; subst. exists v, (concat l); repeat split; auto.
      exists l; auto.
  - assert (C : In (match deriv a r1 with Nul => Nul | d => conj d (deriv a r2) end) u <->
      In (deriv a r1) u /\ In (deriv a r2) u).
    { destruct (deriv a r1); try apply in_conj. cbn; tauto. }
    rewrite C, IHr1, IHr2. cbn; tauto.
  - cbn [In]. rewrite IHr; tauto.
Qed.
